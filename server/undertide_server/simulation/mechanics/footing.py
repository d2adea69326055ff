"""The nearest cell for an actor or item whose own cell is taken or not walkable."""

import numpy as np
import tcod.path

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_shared.geometry import Cell


def nearest_ground(floor: FloorIndex, cell: Cell) -> Cell | None:
    """Return the free cell nearest to `cell`, or None when no free cell can be reached.

    Distance counts steps over walkable or transparent terrain, such as water, but not through
    walls. Among equally near cells the first wins, row by row. `cell` itself may have any terrain.
    """
    if floor.is_free(cell):
        return cell
    x, y = cell
    distances = tcod.path.maxarray(floor.walkable.shape, dtype=np.int32)
    distances[y, x] = 0
    passable = (floor.walkable | floor.sights.transparent).astype(np.int8)
    tcod.path.dijkstra2d(distances, passable, 1, 1, out=distances)
    free = floor.walkable.copy()
    for taken_x, taken_y in floor.blockers:
        free[taken_y, taken_x] = False
    unreached = np.iinfo(np.int32).max
    distances[~free] = unreached
    y, x = divmod(int(distances.argmin()), floor.width)
    return (x, y) if distances[y, x] < unreached else None
