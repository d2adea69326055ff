"""Effects that change a hero's place or knowledge, or summon allies (R8)."""

import numpy as np

from undertide_server.content.records.effects import Blink, Light, Summon
from undertide_server.content.records.items import Teach
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.components.floors import Risen
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.effects.context import (
    EffectContext,
    PreparedEffect,
    aimed_at,
    others_in_view,
)
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.mechanics.stopping import drop_path
from undertide_server.simulation.mechanics.traps import spring_traps
from undertide_server.simulation.queries.grammar import a, name_of, who
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen, Told
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.worldgen.creatures.people import kind_id
from undertide_shared.geometry import Cell, distance

NEAR = 2
"""The distance in cells from a hero within which summoned allies appear."""
SUMMONED_EXPERIENCE = 0
"""Experience for killing an ally that a hero summoned."""


def blink(context: EffectContext, effect: Blink) -> PreparedEffect:
    """Move the user to the target cell; a trap there goes off."""
    cell, row, floor = aimed_at(context, effect.range), context.row, context.floor
    if not floor.can_walk(cell) or cell in _taken(context):
        raise ActionRefusedError("there is no room for you")

    def apply_effect() -> None:
        run = context.run
        others = f"{name_of(row)} is gone with a snap."
        run.emit(Seen(floor.entity, who(row), "info", "", others))
        run.index.move(row, floor.nearest_ground(cell) or row.cell)
        drop_path(run, row)
        own, others = "You are elsewhere.", f"{name_of(row)} is there with a snap."
        run.emit(Seen(floor.entity, who(row), "info", own, others))
        if isinstance(row, HeroRow):
            spring_traps(run, floor, row)

    return apply_effect


def light(context: EffectContext, effect: Light) -> PreparedEffect:
    """Show a hero the ground around it."""
    row, floor = context.row, context.floor
    if not isinstance(row, HeroRow):
        raise ActionRefusedError("only heroes can use that")
    hero = row

    def apply_effect() -> None:
        (x, y), radius = hero.cell, effect.radius
        lit = np.s_[max(0, y - radius) : y + radius + 1, max(0, x - radius) : x + radius + 1]
        memory_of(floor, hero).tiles[lit] = floor.state.tiles[lit]
        hero.known = None
        floor.mark_seen(hero)
        own, others = "Light runs through the walls.", f"{hero.actor.name} shines for a moment."
        context.run.emit(Seen(floor.entity, who(hero), "good", own, others))

    return apply_effect


def summon(context: EffectContext, effect: Summon) -> PreparedEffect:
    """Summon allies that fight for the party for a time; as many come as have room."""
    free = _cells_for(context)
    if not free:
        raise ActionRefusedError("there is no room for allies")

    def apply_effect() -> None:
        cells = [cell for cell in free if context.floor.is_free(cell)]
        for cell in cells[: effect.count]:
            _call(context, effect, cell)

    return apply_effect


def teach(context: EffectContext, effect: Teach) -> PreparedEffect:
    """Teach a hero a spell."""
    row, run = context.row, context.run
    spell = run.rules.spells[effect.spell]
    if not isinstance(row, HeroRow):
        raise ActionRefusedError("only heroes can read")
    magic, entity = row.magic, row.entity
    if effect.spell in magic.spells:
        raise ActionRefusedError(f"you already know {spell.name}")

    def apply_effect() -> None:
        magic.spells.append(effect.spell)
        run.index.mark_company_changed()
        run.emit(Told(entity, "good", f"You have learned {spell.name}."))

    return apply_effect


def _taken(context: EffectContext) -> set[Cell]:
    """Return the cells where the user sees actors stand, including its own."""
    return {context.row.cell, *(other.cell for other in others_in_view(context))}


def _cells_for(context: EffectContext) -> list[Cell]:
    """Return the cells around a hero that look free and harmless to it, the nearest first."""
    floor, row, taken = context.floor, context.row, _taken(context)
    if not isinstance(row, HeroRow):
        raise ActionRefusedError("only heroes can summon")
    (x, y), near = row.cell, range(-NEAR, NEAR + 1)
    cells = [(x + dx, y + dy) for dy in near for dx in near]
    cells = [cell for cell in cells if floor.can_walk(cell) and cell not in taken]
    seen = [(cx, cy) for cx, cy in cells if row.sight.mask[cy, cx] and not floor.shunned[cy, cx]]
    return sorted(seen, key=lambda cell: distance(cell, (x, y)))


def _call(context: EffectContext, effect: Summon, cell: Cell) -> None:
    """Summon one ally, if the floor may hold another monster."""
    run, floor = context.run, context.floor
    if len(floor.monsters) >= run.rules.population.most_alive:
        return
    kind = run.kinds[kind_id(effect.person, floor.state.number)]
    entity = spawn_monster(run, floor, kind, cell, Mind("idle"), SUMMONED_EXPERIENCE)
    run.world.add(entity, Risen())  # An ally that could rise would rise as an enemy.
    ally = floor.monsters[entity]
    inflict(run, floor, ally, SUMMONED, effect.ticks)
    text = f"{a(kind.name).capitalize()} comes to the aid of {context.row.actor.name}."
    run.emit(Seen(floor.entity, who(ally), "good", "", text))
