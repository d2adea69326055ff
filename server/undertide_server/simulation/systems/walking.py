"""Going from cell to cell; doors open for whoever walks into them."""

from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.rows import ActorRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.energy import spend


def step_to(run: Run, place: FloorPlace, row: ActorRow, cell: Cell) -> None:
    """Move to a free neighbouring cell and pay for it. A door there is opened by going through."""
    terrain = run.game.terrain
    opened = terrain.opens_to[place.floor.tiles[cell[1], cell[0]]]
    if opened:
        place.set_tile(cell, int(opened), terrain)
    run.places.move(row, cell)
    spend(row, run.rules.costs.move)
