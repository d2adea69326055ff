"""Steps from cell to cell: doors open, rough ground slows, traps and portals take effect (R12)."""

from undertide_server.content.records.statuses import CONFUSED
from undertide_server.simulation.mechanics.ground import terrain_at
from undertide_server.simulation.mechanics.stopping import drop_path
from undertide_server.simulation.mechanics.traps import spring_traps
from undertide_server.simulation.queries.awareness import is_allowed
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.relations import is_beyond_harm
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance


def step_to(run: Run, floor: FloorIndex, row: ActorRow, cell: Cell) -> None:
    """Move an actor to a free neighbouring cell and pay for the step; a door there opens.

    Afterwards a hero may be elsewhere or have fallen: traps harm, and portals move it.
    """
    terrain = run.game.terrain
    opened = terrain.opens_to.item(floor.state.tiles.item(cell[1], cell[0]))
    if opened:
        floor.set_tile(cell, opened, terrain)
    run.index.move(row, cell)
    _pay(run, floor, row)
    _arrive(run, floor, row)


def change_places(run: Run, floor: FloorIndex, row: HeroRow, other: ActorRow) -> None:
    """Move a hero into the cell of an actor that makes way.

    That actor gets the hero's cell and pays nothing.
    """
    run.index.swap(row, other)
    _pay(run, floor, row)
    for each in (row, other):
        if each.entity in floor.heroes and not is_beyond_harm(each):
            _arrive(run, floor, each)


def _pay(run: Run, floor: FloorIndex, row: ActorRow) -> None:
    """Pay for a step to an actor's present cell."""
    slowness = terrain_at(run, floor, row.cell).step_percent
    row.spend_energy(run.rules.costs.move * slowness // 100)


def _arrive(run: Run, floor: FloorIndex, row: ActorRow) -> None:
    """Trigger traps and portals for an actor that has just moved."""
    if isinstance(row, HeroRow):
        spring_traps(run, floor, row)
        if row.entity in floor.heroes and row.stands:
            pass_portal(run, floor, row)
    elif CONFUSED in row.effects.remaining:
        spring_traps(run, floor, row)


def pass_portal(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Move a hero that stepped into a portal to its twin, or to the nearest free cell.

    This ends its auto action, for its path starts elsewhere.
    """
    twin = floor.portals.twins.get(row.cell)
    landing = None if twin is None else floor.nearest_ground(twin)
    if landing is None:
        return
    name = row.actor.name
    own = "The portal takes you elsewhere."
    run.emit(Seen(floor.entity, who(row), "info", own, f"{name} vanishes into the portal."))
    run.index.move(row, landing)
    drop_path(run, row)
    run.emit(Seen(floor.entity, who(row), "info", "", f"{name} steps out of the portal."))


def step_away(run: Run, floor: FloorIndex, monster: MonsterRow, threat: Cell) -> bool:
    """Take the free step that leads furthest from `threat`; return False when cornered."""
    x, y = monster.cell
    best: Cell | None = None
    for dx, dy in DIRECTIONS:
        cell = (x + dx, y + dy)
        gains = distance(cell, threat) > distance(best or (x, y), threat)
        if gains and floor.is_inviting(cell) and is_allowed(monster, cell):
            best = cell
    if best is not None:
        step_to(run, floor, monster, best)
    return best is not None
