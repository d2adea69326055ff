"""Traps: in floors they go off underfoot, in walls along a line, and reload in time (R12).

Monsters that were born on a floor know its traps; heroes and confused monsters don't.
"""

from collections.abc import Iterable

from undertide_server.content.records.damage import DamageForm
from undertide_server.content.records.terrain import TrapKind as TrapRecord
from undertide_server.simulation.components.floors import Trap
from undertide_server.simulation.mechanics.combat import stopped_by_cover
from undertide_server.simulation.mechanics.damage import deal_damage
from undertide_server.simulation.mechanics.ground import apply_element, change_terrain
from undertide_server.simulation.queries.grammar import a, name_of, who
from undertide_server.simulation.queries.relations import is_beyond_harm
from undertide_server.simulation.rules.damage import explosion_radius
from undertide_server.simulation.state.events import Manner, Seen, Told, thing
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rounding import divided
from undertide_shared.geometry import Cell, distance


def spring_traps(run: Run, floor: FloorIndex, row: ActorRow) -> None:
    """Set off the trap on which an actor has stepped, and those whose line a hero has entered."""
    traps = floor.traps
    underfoot = traps.armed.get(row.cell)
    if underfoot is not None and row.cell not in traps.reloading:
        _burst(run, floor, row.cell, underfoot)
    if not isinstance(row, HeroRow):
        return
    for cell, trap in floor.slits.get(row.cell, ()):
        if cell in traps.reloading or not _reaches(run, floor, cell, trap, row.cell):
            continue
        if row.entity in floor.heroes and row.stands:
            _go_off(run, floor, cell, trap, [row], [row.cell])


def search_for_traps(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Give a hero that takes its time a chance to notice hidden traps next to it."""
    armed = floor.traps.armed
    x, y = row.cell
    near = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    hidden = [cell for cell in near if cell in armed and armed[cell].hidden]
    if not hidden:
        return
    rng = run.chance(floor, "seek", row.entity)
    for cell in hidden:
        if rng.percent(run.rules.living.search_percent):
            _reveal(run, floor, cell, armed[cell])
            name = run.rules.traps[armed[cell].kind].name
            run.emit(Told(row.entity, "good", f"You notice {a(name)}."))


def can_disarm(run: Run, floor: FloorIndex, cell: Cell) -> bool:
    """Return whether a trap is seen in a cell and can be disarmed (R17)."""
    trap = floor.traps.armed.get(cell)
    return trap is not None and not trap.hidden and run.rules.traps[trap.kind].leaves is not None


def disarm_trap(run: Run, floor: FloorIndex, row: ActorRow, cell: Cell) -> None:
    """Remove a trap that can be disarmed; its cell becomes ordinary ground, or a wall (R17)."""
    record = run.rules.traps[floor.traps.armed.pop(cell).kind]
    floor.traps.reloading.pop(cell, None)
    floor.index_traps()
    if record.leaves is not None:
        change_terrain(
            run, floor, {cell[1] * floor.width + cell[0]: run.game.terrain.codes[record.leaves]}
        )
    own, others = f"You disarm the {record.name}.", f"{name_of(row)} disarms the {record.name}."
    run.emit(Seen(floor.entity, who(row), "good", own, others))


def _reveal(run: Run, floor: FloorIndex, cell: Cell, trap: Trap) -> None:
    """Reveal a hidden trap: its cell gets the trap's terrain."""
    if trap.hidden:
        trap.hidden = False
        terrain = run.rules.traps[trap.kind].terrain
        change_terrain(
            run, floor, {cell[1] * floor.width + cell[0]: run.game.terrain.codes[terrain]}
        )


def _reaches(run: Run, floor: FloorIndex, cell: Cell, trap: Trap, target: Cell) -> bool:
    """Return whether a wall trap reaches a cell in its line: nobody and nothing opaque between."""
    facing_x, facing_y = trap.facing
    steps = distance(cell, target)
    if steps > run.rules.traps[trap.kind].reach:
        return False
    between = [(cell[0] + facing_x * step, cell[1] + facing_y * step) for step in range(1, steps)]
    return all(floor.sights.transparent[y, x] and (x, y) not in floor.blockers for x, y in between)


def _burst(run: Run, floor: FloorIndex, cell: Cell, trap: Trap) -> None:
    """Make a floor trap strike everyone around it and in its cell."""
    radius = explosion_radius(run.rules.traps[trap.kind].radius, run.rules.damage)
    left, top = cell[0] - radius, cell[1] - radius
    width = 2 * radius + 1
    struck = [(x, y) for y in range(top, top + width) for x in range(left, left + width)]
    actors: list[ActorRow] = [*floor.heroes.values(), *floor.monsters.values()]
    near = [row for row in actors if distance(row.cell, cell) <= radius and not is_beyond_harm(row)]
    _go_off(run, floor, cell, trap, near, struck)


def _go_off(
    run: Run,
    floor: FloorIndex,
    cell: Cell,
    trap: Trap,
    victims: Iterable[ActorRow],
    struck: Iterable[Cell],
) -> None:
    """Hurt the victims, apply the trap's element to the cells struck, and begin to reload."""
    record = run.rules.traps[trap.kind]
    floor.traps.reloading[cell] = record.reload
    run.emit(Seen(floor.entity, thing(record.name, cell), "combat", "", record.text))
    was_hidden = trap.hidden
    _reveal(run, floor, cell, trap)
    for victim in victims:
        if was_hidden or not _steps_aside(run, floor, record, victim):
            _deal_to_victim(run, floor, cell, record, victim)
    if record.element is not None:
        apply_element(run, floor, struck, record.element)


def _steps_aside(run: Run, floor: FloorIndex, record: TrapRecord, victim: ActorRow) -> bool:
    """Return whether an actor that saw the trap escapes it, and report it."""
    if not run.chance(floor, "step aside", victim.entity).percent(record.spared):
        return False
    others = f"{name_of(victim)} steps aside."
    run.emit(Seen(floor.entity, who(victim), "good", "You step aside.", others))
    return True


def _deal_to_victim(
    run: Run, floor: FloorIndex, cell: Cell, record: TrapRecord, victim: ActorRow
) -> None:
    """Hurt one victim of a trap; cover may stop a missile."""
    flies = record.where == "wall"
    if flies and stopped_by_cover(run, floor, victim, run.chance(floor, "slit", victim.entity)):
        return
    part = (_power(run, floor, record), record.damage)
    manner: Manner = "missile" if flies else "blow"
    source = thing(record.name, cell)
    deal_damage(run, floor, source, victim, [part], manner=manner, form=form_of(record))


def form_of(record: TrapRecord) -> DamageForm | None:
    """Return the form of a trap's damage. A missile that brings an element has none."""
    if record.where == "wall":
        return "arrows" if record.element is None else None
    return "explosions" if record.radius else None


def _power(run: Run, floor: FloorIndex, record: TrapRecord) -> int:
    """Return the damage of a trap: a share of the floor's average strength, at least 1."""
    hundredfold = round(run.game.curve.floors[floor.state.number - 1].average * 100)
    return max(1, divided(hundredfold * record.power_percent, 100 * 100))


def reload_traps(_run: Run, floor: FloorIndex) -> None:
    """Count a tick for the traps that went off, and reload those whose time has come."""
    reloading = floor.traps.reloading
    for cell in list(reloading):
        reloading[cell] -= 1
        if reloading[cell] <= 0:
            del reloading[cell]
