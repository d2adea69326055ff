"""Peaceful people: nobody's enemies until somebody hurts them (R12). Allies never are."""

from undertide_server.simulation.rows import ActorRow, MonsterRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.allegiance import is_ally, of_the_party

AT_PEACE = frozenset({"asleep", "idle"})


def is_peaceful(_run: Run, monster: MonsterRow) -> bool:
    """Whether a monster means no harm: one that was hurt hunts, until it loses the trail."""
    return is_ally(monster) or (monster.behaviour.peaceful and monster.mind.mood in AT_PEACE)


def makes_way(run: Run, other: ActorRow) -> bool:
    """Whether somebody changes places with a hero who wants to go there.

    Companions, allies and peaceful people do, or one of these in a narrow way would lock heroes in
    for good; but for those who keep a post, such as shopkeepers.
    """
    if of_the_party(other):
        return True
    return isinstance(other, MonsterRow) and is_peaceful(run, other) and other.post is None
