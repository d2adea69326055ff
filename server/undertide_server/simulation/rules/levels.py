"""R7: experience and levels."""

from collections.abc import Sequence

from undertide_server.content.records.heroes import HeroLevel


def level_for(experience: int, levels: Sequence[HeroLevel]) -> int:
    """Return the level, from 1, that `experience` in all has reached."""
    return max(1, sum(experience >= level.experience for level in levels))


def shares(experience: int, heroes: int) -> list[int]:
    """Return `experience` divided among `heroes`, none lost: the first get what doesn't divide."""
    share, rest = divmod(experience, heroes)
    return [share + (index < rest) for index in range(heroes)]


def regen_of(most: int, ticks: int) -> int:
    """Return what comes back each tick, in thousandths, to have it all in so many ticks."""
    return -(-most * 1000 // ticks)


def share_of_level(figure: int, percent: int) -> int:
    """Return what a calling makes of a figure of its level: rounded, halves up; at least 1."""
    return max(1, (figure * percent + 50) // 100)


def hastened(regen: int, percent: int) -> int:
    """Return what comes back each tick when that is some percent faster, or slower; at least 0."""
    return regen * max(0, 100 + percent) // 100
