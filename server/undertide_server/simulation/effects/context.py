"""An attempt at a deed: who would do it, where, how strongly; and whom it sees there.

What is refused follows from what the doer sees alone: a refusal must not tell who hides.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from undertide_server.content.records.effects import Infliction, Strike
from undertide_server.simulation.mechanics.combat import rouse, wound
from undertide_server.simulation.mechanics.ground import is_asleep
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.awareness import is_prey
from undertide_server.simulation.queries.relations import is_ally, is_peaceful, of_the_party
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.rules.damage import spread_of
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance

PreparedEffect = Callable[[], None]
"""What then happens. It was checked, and can't fail any more."""


@dataclass(frozen=True, slots=True)
class EffectContext:
    """Somebody's attempt at a deed."""

    run: Run
    floor: FloorIndex
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
        roll = self.run.chance(self.floor, self.purpose, victim.entity).below(101)
        return spread_of(self.power * percent // 100, self.spread, roll)


def aimed_at(context: EffectContext, reach: int) -> Cell:
    """Return the target cell.

    Raises ActionRefusedError where it isn't seen or is further than `reach`; the confused can't aim
    at all.
    """
    if context.target is None:
        raise ActionRefusedError("it needs a target")
    if "confused" in context.row.effects.remaining:
        raise ActionRefusedError("you are too confused to aim")
    (x, y), floor, row = context.target, context.floor, context.row
    inside = 0 <= x < floor.width and 0 <= y < floor.height
    if not inside or (isinstance(row, HeroRow) and not row.mask[y, x]):
        raise ActionRefusedError("you can't see that place")
    if distance(context.target, row.cell) > reach:
        raise ActionRefusedError("that is too far away")
    return context.target


def others_in_view(context: EffectContext) -> Sequence[ActorRow]:
    """Return all whom the doer sees and can touch, monsters first, in entity order.

    Sight is symmetric, so a monster sees the heroes that see it; and its kin that heroes see.
    """
    floor, row = context.floor, context.row
    heroes = [hero for hero in floor.heroes.values() if hero is not row and not is_asleep(hero)]
    if isinstance(row, HeroRow):
        return [*monsters_in_view(floor, row), *(each for each in heroes if row.sees[each.spot])]
    monsters = [other for other in floor.in_sight() if other is not row]
    return [*monsters, *(hero for hero in heroes if hero.sees[row.spot])]


def foes_in_view(context: EffectContext) -> list[ActorRow]:
    """Return those whom the doer sees and would go for."""
    run, row = context.run, context.row
    return [other for other in others_in_view(context) if _is_foe(run, row, other)]


def _is_foe(run: Run, row: ActorRow, other: ActorRow) -> bool:
    if isinstance(row, MonsterRow):
        return is_prey(other, row) if isinstance(other, HeroRow) else is_ally(other)
    if not isinstance(other, MonsterRow):
        return False
    return not is_peaceful(run, other) and not is_ally(other)


def friend_at(context: EffectContext, whom: str, reach: int) -> ActorRow:
    """Return who would profit: the doer, or where `whom` says so a friend in the target cell.

    Raises ActionRefusedError where nobody is seen there, or somebody who is no friend.
    """
    row = context.row
    if whom == "self" or context.target in (None, row.cell):
        return row
    friend = other_at(context, reach, "there is nobody")
    if of_the_party(friend) is not of_the_party(row):
        raise ActionRefusedError("that is no friend of yours")
    return friend


def other_at(context: EffectContext, reach: int, lacking: str) -> ActorRow:
    """Return whom the doer sees in the target cell.

    Raises ActionRefusedError where there is nobody.
    """
    cell = aimed_at(context, reach)
    found = next((other for other in others_in_view(context) if other.cell == cell), None)
    if found is None:
        raise ActionRefusedError(lacking)
    return found


def smite(context: EffectContext, victim: ActorRow, effect: Strike) -> None:
    """Hit somebody with what a deed does, and let its status take hold if it still stands."""
    run, floor = context.run, context.floor
    damage = context.damage(effect.power, victim)
    wound(run, floor, context.row, victim, [(damage, effect.damage)], manner="magic")
    fallen = victim.entity not in floor.heroes and victim.entity not in floor.monsters
    if effect.inflicts is not None and not fallen:
        _bring(context, victim, effect.inflicts)


def _bring(context: EffectContext, victim: ActorRow, infliction: Infliction) -> None:
    rng = context.run.chance(context.floor, "inflict", victim.entity)
    if rng.percent(infliction.percent):
        inflict(context.run, context.floor, victim, infliction.status, infliction.ticks)


def provoke(context: EffectContext, victim: ActorRow) -> None:
    """Turn somebody on the doer who was done harm without a wound."""
    if isinstance(victim, MonsterRow):
        rouse(context.floor, victim, context.row)
