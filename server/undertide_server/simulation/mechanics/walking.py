"""Going from cell to cell: doors open, rough ground slows, and what lies in wait takes effect."""

from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.mechanics.energy import spend
from undertide_server.simulation.mechanics.ground import terrain_at
from undertide_server.simulation.mechanics.portals import pass_portal
from undertide_server.simulation.mechanics.traps import spring
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_server.simulation.state.run import Run


def step_to(run: Run, place: FloorPlace, row: ActorRow, cell: Cell) -> None:
    """Move to a free neighbouring cell and pay for it. A door there is opened by going through.

    A hero may not be there any more afterwards: traps kill, and portals take it elsewhere.
    """
    terrain = run.game.terrain
    opened = terrain.opens_to[place.floor.tiles[cell[1], cell[0]]]
    if opened:
        place.set_tile(cell, int(opened), terrain)
    run.places.move(row, cell)
    _pay(run, place, row)
    _arrive(run, place, row)


def change_places(run: Run, place: FloorPlace, row: HeroRow, other: ActorRow) -> None:
    """Let a hero step where somebody stands who makes way, and gets its place and pays nothing."""
    run.places.swap(row, other)
    _pay(run, place, row)
    for each in (row, other):
        if each.entity in place.heroes:
            _arrive(run, place, each)


def _pay(run: Run, place: FloorPlace, row: ActorRow) -> None:
    """Pay for a step to where an actor stands now."""
    slowness = terrain_at(run, place, row.cell).step_percent
    spend(row, run.rules.costs.move * slowness // 100)


def _arrive(run: Run, place: FloorPlace, row: ActorRow) -> None:
    """Let traps and portals take effect on whoever has just stepped somewhere."""
    if isinstance(row, HeroRow):
        spring(run, place, row)
        if row.entity in place.heroes:
            pass_portal(run, place, row)
    elif "confused" in row.effects.remaining:
        spring(run, place, row)
