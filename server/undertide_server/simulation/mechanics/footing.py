"""Where somebody can stand when their own place is gone or taken."""

import numpy as np
import tcod.path

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_shared.geometry import Cell


def nearest_ground(floor: FloorIndex, cell: Cell) -> Cell | None:
    """Return the free cell nearest to `cell`, or None when the floor is full.

    Counted in steps over whatever sight goes through, water too, but not through walls; of several
    it is the first, row after row. `cell` itself may be anything.
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
