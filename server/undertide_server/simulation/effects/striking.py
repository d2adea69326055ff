"""Effects that do damage: bolts, chains, balls and waves (R8)."""

from collections.abc import Iterable

from undertide_server.content.records.effects import Ball, Bolt, Chain, Nova, Strike
from undertide_server.content.schema.fields import DamageType
from undertide_server.simulation.effects.context import (
    EffectContext,
    PreparedEffect,
    aimed_at,
    foes_in_view,
    other_at,
    others_in_view,
    smite,
)
from undertide_server.simulation.mechanics.ground import apply_element
from undertide_server.simulation.queries.grammar import mention_of, who
from undertide_server.simulation.queries.relations import is_beyond_harm, spares
from undertide_server.simulation.rules.damage import ELEMENT_OF, explosion_radius
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.rows import ActorRow
from undertide_shared.geometry import Cell, distance

MADE_OF: dict[DamageType, str] = {
    "physical": "stone",
    "cold": "frost",
    "fire": "fire",
    "poison": "venom",
    "arcane": "magic",
    "divine": "light",
}
"""The look of each type of damage."""


def bolt(context: EffectContext, effect: Bolt) -> PreparedEffect:
    """Strike the visible actor in the target cell."""
    victim = other_at(context, effect.range, "there is nobody to strike")
    _refuse_spared(context, victim)

    def apply_effect() -> None:
        cell = victim.cell
        _tell_struck(context, victim, f"A bolt of {MADE_OF[effect.damage]} strikes")
        smite(context, victim, effect)
        _reach_ground(context, effect.damage, [cell])

    return apply_effect


def chain(context: EffectContext, effect: Chain) -> PreparedEffect:
    """Strike the nearest enemy, and leap from it to other visible enemies."""
    foes = foes_in_view(context)
    near = [foe for foe in foes if distance(foe.cell, context.row.cell) <= effect.range]
    if not near:
        raise ActionRefusedError("no monster is near enough to strike")
    victims = _leaps(foes, _nearest(near, context.row.cell), effect)

    strikes = f"A bolt of {MADE_OF[effect.damage]} strikes"
    if effect.damage == "arcane":
        strikes = "Lightning strikes"

    def apply_effect() -> None:
        for victim in victims:
            _tell_struck(context, victim, strikes)
            smite(context, victim, effect)

    return apply_effect


def ball(context: EffectContext, effect: Ball) -> PreparedEffect:
    """Strike everyone around the target cell."""
    centre, floor = aimed_at(context, effect.range), context.floor
    radius = explosion_radius(effect.radius, context.run.rules.damage)
    actors: list[ActorRow] = [*floor.heroes.values(), *floor.monsters.values()]
    near = [row for row in actors if distance(row.cell, centre) <= radius]
    struck = [row for row in near if _can_strike(context, row)]
    # The refusal depends only on what the user sees: else it would reveal actors behind walls.
    seen = {context.row.entity, *(other.entity for other in others_in_view(context))}
    if not any(row.entity in seen for row in struck):
        verb = "burn" if effect.damage == "fire" else "strike"
        raise ActionRefusedError(f"you see nobody there to {verb}")

    def apply_effect() -> None:
        text = f"A ball of {MADE_OF[effect.damage]} roars across the floor!"
        context.run.emit(Seen(floor.entity, who(context.row), "combat", text, text, "show"))
        _smite_all(context, struck, effect)
        _reach_ground(context, effect.damage, _around(centre, radius))

    return apply_effect


def nova(context: EffectContext, effect: Nova) -> PreparedEffect:
    """Strike everyone in sight around the user."""
    here, floor = context.row.cell, context.floor
    radius = explosion_radius(effect.radius, context.run.rules.damage)
    near = [row for row in others_in_view(context) if distance(row.cell, here) <= radius]
    struck = [row for row in near if _can_strike(context, row)]
    if not struck:
        raise ActionRefusedError("you see nobody near enough to strike")

    def apply_effect() -> None:
        wave = f"A wave of {MADE_OF[effect.damage]} rolls out from"
        own, others = f"{wave} you!", f"{wave} {mention_of(context.row)}!"
        context.run.emit(Seen(floor.entity, who(context.row), "combat", own, others, "show"))
        cells = [row.cell for row in struck]
        _smite_all(context, struck, effect)
        _reach_ground(context, effect.damage, cells)

    return apply_effect


def _leaps(foes: Iterable[ActorRow], first: ActorRow, effect: Chain) -> list[ActorRow]:
    """Return the targets of a chain, in order: each is the nearest to the one before it."""
    victims, left = [first], {foe.entity: foe for foe in foes}
    del left[first.entity]
    for _ in range(effect.leaps):
        here = victims[-1].cell
        near = [foe for foe in left.values() if distance(foe.cell, here) <= effect.leap]
        if not near:
            break
        victims.append(_nearest(near, here))
        del left[victims[-1].entity]
    return victims


def _nearest(rows: Iterable[ActorRow], cell: Cell) -> ActorRow:
    return min(rows, key=lambda row: (distance(row.cell, cell), row.entity))


def _can_strike(context: EffectContext, row: ActorRow) -> bool:
    """Return whether a blast affects an actor. It spares friends, the fallen and sleepers."""
    return not is_beyond_harm(row) and not spares(context.run, context.row, row)


def _refuse_spared(context: EffectContext, victim: ActorRow) -> None:
    if spares(context.run, context.row, victim):
        raise ActionRefusedError("your magic spares your friends here")


def _smite_all(context: EffectContext, victims: Iterable[ActorRow], effect: Strike) -> None:
    for victim in victims:
        smite(context, victim, effect)


def _tell_struck(context: EffectContext, victim: ActorRow, strikes: str) -> None:
    """Tell all viewers who see the victim that it is struck."""
    own, others = f"{strikes} you!", f"{strikes} {mention_of(victim)}!"
    context.run.emit(Seen(context.floor.entity, who(victim), "combat", own, others, "show"))


def _reach_ground(context: EffectContext, damage: DamageType, cells: Iterable[Cell]) -> None:
    """Apply an effect's element to the ground, if its damage has one (R13)."""
    element = ELEMENT_OF.get(damage)
    if element is not None:
        apply_element(context.run, context.floor, cells, element)


def _around(centre: Cell, radius: int) -> list[Cell]:
    """Return the cells within `radius` of a cell, row by row; some may lie off the floor."""
    spread = range(-radius, radius + 1)
    return [(centre[0] + dx, centre[1] + dy) for dy in spread for dx in spread]
