"""The sides: the party, the monsters that it summoned, and everybody else."""

from undertide_server.content.records.statuses import SHELTERED, SUMMONED
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run


def is_ally(row: ActorRow) -> bool:
    """Return whether a hero summoned this actor, so that it fights for the party."""
    return isinstance(row, MonsterRow) and SUMMONED in row.effects.remaining


def of_the_party(row: ActorRow) -> bool:
    """Return whether an actor is a hero or fights for the heroes."""
    return isinstance(row, HeroRow) or is_ally(row)


def spares(run: Run, source: ActorRow, target: ActorRow) -> bool:
    """Return whether the magic and missiles of `source` pass `target` without harm.

    The party harms its own members only if the house rules allow it; monsters never harm each
    other.
    """
    if of_the_party(source):
        return of_the_party(target) and not run.rules.house.friendly_fire
    return not of_the_party(target)


AT_PEACE = frozenset({"asleep", "idle"})


def is_peaceful(monster: MonsterRow) -> bool:
    """Return whether a monster means no harm.

    A monster that was hurt hunts until it loses the trail.
    """
    return is_ally(monster) or (monster.mind.mood in AT_PEACE and monster.behaviour.peaceful)


def is_beyond_harm(row: ActorRow) -> bool:
    """Return whether an actor is a hero that sleeps, has fallen or has died: nothing affects it.

    One can die while a system walks the rows of a floor: the fallen die with the last who stood.
    """
    return isinstance(row, HeroRow) and (not row.stands or row.hero.fate != "")


def makes_way(other: ActorRow) -> bool:
    """Return whether an actor changes places with a hero that wants its cell.

    Companions, allies and peaceful people do, since in a narrow passage they could lock heroes in
    for good. Monsters that keep a post, such as shopkeepers, don't.
    """
    if of_the_party(other):
        return True
    return isinstance(other, MonsterRow) and is_peaceful(other) and other.post is None


def is_sheltered(row: ActorRow) -> bool:
    """Return whether monsters neither notice nor attack this actor."""
    return SHELTERED in row.effects.remaining


def is_sealed(row: ActorRow) -> bool:
    """Return whether an actor is the last boss with an unbroken seal."""
    return isinstance(row, MonsterRow) and row.mind.mood == "sealed"
