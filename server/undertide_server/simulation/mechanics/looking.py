"""A hero's look at its floor: its field of view and its memory."""

import numpy as np

from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


def enter_floor(run: Run, entity: int, floor: FloorIndex, cell: Cell) -> None:
    """Put a hero that is on no floor on a free cell of one, and make it look around."""
    run.index.put(entity, floor.entity, cell)
    look(run, floor, floor.heroes[entity])


def look(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Work out the field of view of one hero, and remember the tiles in it."""
    run.index.look(floor, row)
    np.copyto(memory_of(floor, row).tiles, floor.state.tiles, where=row.sight.mask)
    if row.known is not None:
        row.known.note(row.sight.mask)
