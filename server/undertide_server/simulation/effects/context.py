"""An attempt at a deed: who would do it, where, how strongly; and whom it sees there.

What is refused follows from what the doer sees alone: a refusal must not tell who hides.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from undertide_server.content.records.effects import Infliction, Strike
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.mechanics.combat import rouse, wound
from undertide_server.simulation.mechanics.ground import is_asleep
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.awareness import is_prey
from undertide_server.simulation.queries.geometry import distance
from undertide_server.simulation.queries.relations import is_ally, is_peaceful, of_the_party
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.rules.damage import spread_of
from undertide_server.simulation.state.errors import CannotDo
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

Deed = Callable[[], None]
"""What then happens. It was checked, and can't fail any more."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody's attempt at a deed."""

    run: Run
    place: FloorPlace
    row: ActorRow
    target: Cell | None
    """The cell that it is aimed at, where it is."""
    power: int
    """What the power of deeds is a share of."""
    spread: int
    """Percent by which damage differs from one time to the next."""
    purpose: str
    """Of the chance that it draws: "scroll" or "spell"."""

    def damage(self, percent: int, victim: ActorRow) -> int:
        """Return the damage that a deed of so many percent of power does to somebody."""
        roll = self.run.chance(self.place, self.purpose, victim.entity).below(101)
        return spread_of(self.power * percent // 100, self.spread, roll)


def aimed_at(attempt: Attempt, reach: int) -> Cell:
    """Return the target cell.

    Raises CannotDo where it isn't seen or is further than `reach`; the confused can't aim at all.
    """
    if attempt.target is None:
        raise CannotDo("it needs a target")
    if "confused" in attempt.row.effects.remaining:
        raise CannotDo("you are too confused to aim")
    (x, y), place, row = attempt.target, attempt.place, attempt.row
    inside = 0 <= x < place.width and 0 <= y < place.height
    if not inside or (isinstance(row, HeroRow) and not row.mask[y, x]):
        raise CannotDo("you can't see that place")
    if distance(attempt.target, row.cell) > reach:
        raise CannotDo("that is too far away")
    return attempt.target


def others_in_view(attempt: Attempt) -> Sequence[ActorRow]:
    """Return all whom the doer sees and can touch, monsters first, in entity order.

    Sight is symmetric, so a monster sees the heroes that see it; and its kin that heroes see.
    """
    place, row = attempt.place, attempt.row
    heroes = [hero for hero in place.heroes.values() if hero is not row and not is_asleep(hero)]
    if isinstance(row, HeroRow):
        return [*monsters_in_view(place, row), *(each for each in heroes if row.sees[each.spot])]
    monsters = [other for other in place.in_sight() if other is not row]
    return [*monsters, *(hero for hero in heroes if hero.sees[row.spot])]


def foes_in_view(attempt: Attempt) -> list[ActorRow]:
    """Return those whom the doer sees and would go for."""
    run, row = attempt.run, attempt.row
    return [other for other in others_in_view(attempt) if _is_foe(run, row, other)]


def _is_foe(run: Run, row: ActorRow, other: ActorRow) -> bool:
    if isinstance(row, MonsterRow):
        return is_prey(other, row) if isinstance(other, HeroRow) else is_ally(other)
    if not isinstance(other, MonsterRow):
        return False
    return not is_peaceful(run, other) and not is_ally(other)


def friend_at(attempt: Attempt, whom: str, reach: int) -> ActorRow:
    """Return who would profit: the doer, or where `whom` says so a friend in the target cell.

    Raises CannotDo where nobody is seen there, or somebody who is no friend.
    """
    row = attempt.row
    if whom == "self" or attempt.target in (None, row.cell):
        return row
    friend = other_at(attempt, reach, "there is nobody")
    if of_the_party(friend) is not of_the_party(row):
        raise CannotDo("that is no friend of yours")
    return friend


def other_at(attempt: Attempt, reach: int, lacking: str) -> ActorRow:
    """Return whom the doer sees in the target cell. Raises CannotDo where there is nobody."""
    cell = aimed_at(attempt, reach)
    found = next((other for other in others_in_view(attempt) if other.cell == cell), None)
    if found is None:
        raise CannotDo(lacking)
    return found


def smite(attempt: Attempt, victim: ActorRow, effect: Strike) -> None:
    """Hit somebody with what a deed does, and let its status take hold if it still stands."""
    run, place = attempt.run, attempt.place
    damage = attempt.damage(effect.power, victim)
    wound(run, place, attempt.row, victim, [(damage, effect.damage)], manner="magic")
    fallen = victim.entity not in place.heroes and victim.entity not in place.monsters
    if effect.inflicts is not None and not fallen:
        _bring(attempt, victim, effect.inflicts)


def _bring(attempt: Attempt, victim: ActorRow, infliction: Infliction) -> None:
    rng = attempt.run.chance(attempt.place, "inflict", victim.entity)
    if rng.percent(infliction.percent):
        inflict(attempt.run, attempt.place, victim, infliction.status, infliction.ticks)


def provoke(attempt: Attempt, victim: ActorRow) -> None:
    """Turn somebody on the doer who was done harm without a wound."""
    if isinstance(victim, MonsterRow):
        rouse(attempt.place, victim, attempt.row)
