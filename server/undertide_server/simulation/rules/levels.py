"""R7: experience and levels."""

from collections.abc import Sequence

from undertide_server.content.heroes import HeroLevel


def level_for(experience: int, levels: Sequence[HeroLevel]) -> int:
    """Return the level, from 1, that `experience` in all has reached."""
    return max(1, sum(experience >= level.experience for level in levels))


def shares(experience: int, heroes: int) -> list[int]:
    """Return `experience` divided among `heroes`, none lost: the first get what doesn't divide."""
    share, rest = divmod(experience, heroes)
    return [share + (index < rest) for index in range(heroes)]


def regen_of(max_life: int, regen_full: int) -> int:
    """Return the life a hero gets back each tick, in thousandths, to be whole in `regen_full`."""
    return -(-max_life * 1000 // regen_full)
