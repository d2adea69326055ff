"""Who is on whose side: the party, those whom it summoned, and everybody else."""

from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

SUMMONED = "summoned"
"""The status of those who fight for the party. They are gone when it ends."""


def is_ally(row: ActorRow) -> bool:
    """Whether a monster was summoned by a hero, and fights for the party."""
    return isinstance(row, MonsterRow) and SUMMONED in row.effects.remaining


def of_the_party(row: ActorRow) -> bool:
    """Whether somebody is a hero or fights for them."""
    return isinstance(row, HeroRow) or is_ally(row)


def spares(run: Run, source: ActorRow, target: ActorRow) -> bool:
    """Whether what `source` casts, reads or shoots does `target` no harm though it is in the way.

    The party's own is harmed where the house rules have it so; monsters never harm each other.
    """
    if of_the_party(source):
        return of_the_party(target) and not run.rules.house.friendly_fire
    return not of_the_party(target)


AT_PEACE = frozenset({"asleep", "idle"})


def is_peaceful(_run: Run, monster: MonsterRow) -> bool:
    """Whether a monster means no harm: one that was hurt hunts, until it loses the trail."""
    return is_ally(monster) or (monster.behaviour.peaceful and monster.mind.mood in AT_PEACE)


SHELTERED = "sheltered"


def makes_way(run: Run, other: ActorRow) -> bool:
    """Whether somebody changes places with a hero who wants to go there.

    Companions, allies and peaceful people do, or one of these in a narrow way would lock heroes in
    for good; but for those who keep a post, such as shopkeepers.
    """
    if of_the_party(other):
        return True
    return isinstance(other, MonsterRow) and is_peaceful(run, other) and other.post is None


def is_sheltered(row: ActorRow) -> bool:
    """Whether monsters neither notice nor attack this actor."""
    return SHELTERED in row.effects.remaining
