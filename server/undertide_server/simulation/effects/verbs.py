"""The effects that only abilities have (R17)."""

from undertide_server.content.records.abilities import (
    Detonate,
    Disarm,
    InflictAll,
    Passive,
    Sweep,
    WeaponShot,
)
from undertide_server.content.schema.fields import DamageType
from undertide_server.simulation.effects.context import (
    EffectContext,
    PreparedEffect,
    aimed_at,
    bring,
    foes_in_view,
    others_in_view,
    provoke,
)
from undertide_server.simulation.mechanics.combat import shoot, strike, target_of_shot
from undertide_server.simulation.mechanics.damage import deal_damage_of
from undertide_server.simulation.mechanics.statuses import end_status, inflict
from undertide_server.simulation.mechanics.traps import can_disarm, disarm_trap
from undertide_server.simulation.queries.grammar import mention_of, name_of, who
from undertide_server.simulation.queries.relations import of_the_party
from undertide_server.simulation.rules.damage import explosion_radius
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_shared.geometry import distance


def inflict_all(context: EffectContext, effect: InflictAll) -> PreparedEffect:
    """Give a status to the foes, or to the companions, around the user."""
    if effect.whom == "foes":
        seen = foes_in_view(context)
    else:
        seen = [row for row in others_in_view(context) if of_the_party(row)]
    near = [row for row in seen if distance(row.cell, context.row.cell) <= effect.radius]
    if not near:
        whom = "foe" if effect.whom == "foes" else "companion"
        raise ActionRefusedError(f"you see no {whom} within {effect.radius} cells")

    def apply_effect() -> None:
        for row in near:
            if effect.whom == "foes":
                provoke(context, row)
            _give(context, row, effect.status, effect.ticks)

    return apply_effect


def sweep(context: EffectContext, effect: Sweep) -> PreparedEffect:
    """Strike all foes next to the user with the weapon in hand."""
    run, floor, row = context.run, context.floor, context.row
    near = [foe for foe in foes_in_view(context) if distance(foe.cell, row.cell) <= 1]
    if not near:
        raise ActionRefusedError("no foe is next to you")

    def apply_effect() -> None:
        for foe in near:
            if foe.entity in floor.monsters and _can_go_on(context):
                strike(run, floor, row, foe, percent=effect.power)

    return apply_effect


def shot(context: EffectContext, effect: WeaponShot) -> PreparedEffect:
    """Shoot at the foe in the target cell; a hit brings the effect's status."""
    run, floor, row = context.run, context.floor, context.row
    if not isinstance(row, HeroRow):
        raise ActionRefusedError("only heroes can use that")
    if context.target is None:
        raise ActionRefusedError("it needs a target")
    hero, foe = row, target_of_shot(floor, row, context.target)

    def apply_effect() -> None:
        has_hit = shoot(run, floor, hero, foe, effect.power)
        if has_hit and effect.inflicts is not None and foe.entity in floor.monsters:
            bring(context, foe, effect.inflicts)

    return apply_effect


def detonate(context: EffectContext, effect: Detonate) -> PreparedEffect:
    """End a status that somebody else brought to a foe; it and the foes beside it are struck."""
    foe = _foe_at(context, effect.range)
    key = _to_be_set_off(context, foe, effect)
    if key is None:
        reason = f"nothing that others brought to {mention_of(foe)} can be set off"
        raise ActionRefusedError(reason)
    radius = explosion_radius(effect.radius, context.run.rules.damage)
    near = [each for each in foes_in_view(context) if distance(each.cell, foe.cell) <= radius]

    def apply_effect() -> None:
        run, floor = context.run, context.floor
        status = run.rules.statuses[key]
        text = f"The {status.name} on {mention_of(foe)} bursts!"
        run.emit(Seen(floor.entity, who(foe), "combat", text, text))
        end_status(run, floor, foe, key)
        for each in near:
            _burst(context, each, effect.power, effect.elements[key])

    return apply_effect


def disarm(context: EffectContext, effect: Disarm) -> PreparedEffect:
    """Remove the trap in a cell next to the user, or give the foe there a status."""
    cell = aimed_at(context, 1)
    run, floor, row = context.run, context.floor, context.row
    foe = next((each for each in foes_in_view(context) if each.cell == cell), None)
    if foe is not None:
        victim = foe

        def apply_effect() -> None:
            provoke(context, victim)
            _give(context, victim, effect.status, effect.ticks)

        return apply_effect
    if not can_disarm(run, floor, cell):
        raise ActionRefusedError("there is neither a foe nor a trap that you could disarm")
    return lambda: disarm_trap(run, floor, row, cell)


def lasting(_context: EffectContext, _effect: Passive) -> PreparedEffect:
    """Refuse, because the effect always works."""
    raise ActionRefusedError("it always works by itself")


def _give(context: EffectContext, row: ActorRow, key: str, ticks: int) -> None:
    """Inflict a status, or tell that the actor can't have it."""
    run, floor = context.run, context.floor
    if not inflict(run, floor, row, key, ticks, context.row.entity):
        adjective = run.rules.statuses[key].adjective
        run.emit(Seen(floor.entity, who(row), "info", "", f"{name_of(row)} can't be {adjective}."))


def _can_go_on(context: EffectContext) -> bool:
    """Return whether the user still stands: thorns may have felled it."""
    row = context.row
    return row.entity in context.floor.heroes and row.body.life > 0


def _foe_at(context: EffectContext, reach: int) -> ActorRow:
    """Return the foe that the user sees in the target cell. Raises ActionRefusedError."""
    cell = aimed_at(context, reach)
    foe = next((each for each in foes_in_view(context) if each.cell == cell), None)
    if foe is None:
        raise ActionRefusedError("there is no foe")
    return foe


def _to_be_set_off(context: EffectContext, foe: ActorRow, effect: Detonate) -> str | None:
    """Return the first status of a foe that the effect sets off and that the user didn't bring."""
    remaining, givers, own = foe.effects.remaining, foe.effects.givers, context.row.entity
    found = (key for key in effect.elements if key in remaining and givers.get(key) != own)
    return next(found, None)


def _burst(context: EffectContext, foe: ActorRow, power: int, damage: DamageType) -> None:
    blow = (context.damage(power, foe), damage)
    deal_damage_of(
        context.run, context.floor, context.row, foe, [blow], manner="magic", form="explosions"
    )
