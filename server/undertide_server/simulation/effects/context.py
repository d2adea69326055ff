"""The context of an effect: its user, its target and its power, and the actors whom the user sees.

A refusal depends only on what the user sees: it must not reveal hidden actors.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from undertide_server.content.records.damage import DamageForm
from undertide_server.content.records.effects import Ball, Infliction, Nova, Strike
from undertide_server.content.records.statuses import CONFUSED
from undertide_server.simulation.mechanics.damage import deal_damage_of
from undertide_server.simulation.mechanics.moods import rouse
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.awareness import is_prey
from undertide_server.simulation.queries.relations import (
    is_ally,
    is_peaceful,
    is_sealed,
    of_the_party,
)
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.rules.damage import spread_of
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance

PreparedEffect = Callable[[], None]
"""Applies an effect that was checked before, so that it can't fail any longer."""


@dataclass(frozen=True, slots=True)
class EffectContext:
    """An actor's attempt at an effect."""

    run: Run
    floor: FloorIndex
    row: ActorRow
    target: Cell | None
    """The cell at which the effect is aimed, if any."""
    power: int
    """The base of an effect's power: each effect has a share of it."""
    spread: int
    """Percent by which damage varies around its average."""
    purpose: str
    """The purpose of its random generator: "scroll" or "spell"."""

    def damage(self, percent: int, victim: ActorRow) -> int:
        """Return the damage to `victim` of an effect with `percent` of the power."""
        roll = self.run.chance(self.floor, self.purpose, victim.entity).below(101)
        return spread_of(self.power * percent // 100, self.spread, roll)


def aimed_at(context: EffectContext, reach: int) -> Cell:
    """Return the target cell.

    Raises ActionRefusedError when there is no target, when it isn't visible or is further than
    `reach`, or when the user is confused.
    """
    if context.target is None:
        raise ActionRefusedError("it needs a target")
    if CONFUSED in context.row.effects.remaining:
        raise ActionRefusedError("you are too confused to aim")
    (x, y), floor, row = context.target, context.floor, context.row
    inside = 0 <= x < floor.width and 0 <= y < floor.height
    if not inside or (isinstance(row, HeroRow) and not row.sight.mask[y, x]):
        raise ActionRefusedError("you can't see that place")
    if distance(context.target, row.cell) > reach:
        raise ActionRefusedError("that is too far away")
    return context.target


def others_in_view(context: EffectContext) -> Sequence[ActorRow]:
    """Return all actors that the user sees and can affect, monsters first, in entity order.

    Sight is symmetric: a monster sees the heroes that see it, and also the kin that heroes see.
    """
    floor, row = context.floor, context.row
    heroes = [hero for hero in floor.heroes.values() if hero is not row and hero.stands]
    if isinstance(row, HeroRow):
        return [*monsters_in_view(floor, row), *(each for each in heroes if row.sees[each.spot])]
    monsters = [other for other in floor.in_sight() if other is not row]
    return [*monsters, *(hero for hero in heroes if hero.sees[row.spot])]


def foes_in_view(context: EffectContext) -> list[ActorRow]:
    """Return the enemies that the user sees."""
    return [other for other in others_in_view(context) if _is_foe(context.row, other)]


def _is_foe(row: ActorRow, other: ActorRow) -> bool:
    if isinstance(row, MonsterRow):
        return is_prey(other, row) if isinstance(other, HeroRow) else is_ally(other)
    if not isinstance(other, MonsterRow):
        return False
    return not is_peaceful(other)


def friend_at(context: EffectContext, whom: str, reach: int) -> ActorRow:
    """Return the actor that a helpful effect reaches: the user, or a friend in the target cell.

    `whom` says whether it may reach a friend, or only a companion. Raises ActionRefusedError when
    the user sees no actor in the target cell, or one that isn't a friend.
    """
    row = context.row
    is_own = context.target in (None, row.cell)
    if whom == "companion" and is_own:
        raise ActionRefusedError("it is for a companion, not for yourself")
    if whom == "self" or is_own:
        return row
    friend = other_at(context, reach, "there is nobody")
    if of_the_party(friend) is not of_the_party(row):
        raise ActionRefusedError("that isn't a friend of yours")
    return friend


def other_at(context: EffectContext, reach: int, lacking: str) -> ActorRow:
    """Return the actor that the user sees in the target cell.

    Raises ActionRefusedError with the reason `lacking` when there is none.
    """
    cell = aimed_at(context, reach)
    found = next((other for other in others_in_view(context) if other.cell == cell), None)
    if found is None:
        raise ActionRefusedError(lacking)
    return found


def smite(context: EffectContext, victim: ActorRow, effect: Strike) -> None:
    """Harm an actor by an effect, and inflict the effect's status if the actor survives."""
    run, floor = context.run, context.floor
    damage = context.damage(effect.power, victim)
    blow = (damage, effect.damage)
    form: DamageForm | None = "explosions" if isinstance(effect, Ball | Nova) else None
    deal_damage_of(run, floor, context.row, victim, [blow], manner="magic", form=form)
    gone = victim.entity not in floor.heroes and victim.entity not in floor.monsters
    if effect.inflicts is not None and not gone:
        bring(context, victim, effect.inflicts)


def bring(context: EffectContext, victim: ActorRow, infliction: Infliction) -> None:
    """Roll for the status that comes with an effect, and inflict it."""
    rng = context.run.chance(context.floor, "inflict", victim.entity)
    if rng.percent(infliction.percent):
        giver = context.row.entity
        inflict(context.run, context.floor, victim, infliction.status, infliction.ticks, giver)


def provoke(context: EffectContext, victim: ActorRow) -> None:
    """Make a monster that was harmed without a wound hunt the user."""
    if isinstance(victim, MonsterRow) and not is_sealed(victim):
        rouse(context.floor, victim, context.row)
