"""Opening a hero's eyes: sight and memory of one hero."""

import numpy as np

from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


def enter_floor(run: Run, entity: int, place: FloorPlace, cell: Cell) -> None:
    """Put a hero that is nowhere on a free cell of a floor, with its eyes open."""
    run.places.put(entity, place.entity, cell)
    look(run, place, place.heroes[entity])


def look(run: Run, place: FloorPlace, row: HeroRow) -> None:
    """Work out what one hero sees now, and remember the tiles."""
    run.places.look(place, row)
    np.copyto(memory_of(place, row).tiles, place.floor.tiles, where=row.mask)
