"""Opening a hero's eyes: sight and memory of one hero."""

import numpy as np

from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


def enter_floor(run: Run, entity: int, floor: FloorIndex, cell: Cell) -> None:
    """Put a hero that is nowhere on a free cell of a floor, with its eyes open."""
    run.index.put(entity, floor.entity, cell)
    look(run, floor, floor.heroes[entity])


def look(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Work out what one hero sees now, and remember the tiles."""
    run.index.look(floor, row)
    np.copyto(memory_of(floor, row).tiles, floor.state.tiles, where=row.mask)
