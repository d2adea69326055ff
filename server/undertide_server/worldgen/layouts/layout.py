"""The request to a layout, and its result."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell

Link = tuple[int, int]
"""Two rooms by index, the lower first."""

FAR = int(np.iinfo(np.int32).max)
"""Steps to a cell that can't be reached."""
LAYOUTS = 8
"""Most layouts of which answers are cached: a floor is asked about several times while it is made.
"""
RECTANGLES = 256
"""Most rectangles whose cells are cached: stages ask for those of one floor's rooms over and over.
"""


@dataclass(frozen=True, slots=True)
class Room:
    """Connected ground without its walls: a rectangle, or some cells of one."""

    x: int
    y: int
    width: int
    height: int
    ground: tuple[Cell, ...] = ()
    """Its cells, row after row; if empty, the room is the whole rectangle."""

    @property
    def centre(self) -> Cell:
        """The cell in the middle of the rectangle, or left of and above it."""
        return (self.x + (self.width - 1) // 2, self.y + (self.height - 1) // 2)

    def cells(self) -> tuple[Cell, ...]:
        """Return all cells of the room, row after row."""
        return self.ground or _rectangle(self.x, self.y, self.width, self.height)

    def cells_on(self, ground: NDArray[np.bool_]) -> list[Cell]:
        """Return the cells of the room on `ground`, shape (height, width), row after row."""
        if self.ground:
            stands = ground.data  # A look at one cell costs a third of the array's own.
            return [cell for cell in self.ground if stands[cell[1], cell[0]]]
        inside = ground[self.y : self.y + self.height, self.x : self.x + self.width]
        return list(compress(self.cells(), inside.tobytes()))


@lru_cache(maxsize=RECTANGLES)
def _rectangle(left: int, top: int, width: int, height: int) -> tuple[Cell, ...]:
    """Return the cells of a rectangle, row after row."""
    return tuple((x, y) for y in range(top, top + height) for x in range(left, left + width))


@dataclass(frozen=True, slots=True)
class Stairs:
    """The stairs of a floor."""

    up: bool
    down: int
    """Number of stairs down: one for each child of the branch, in their order."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A floor as it is dug, before anybody is there.

    Attributes:
        tiles: Terrain codes, shape (height, width), indexed [y, x]; can't be written to. Its border
            is solid.
        rooms: The first has the arrival and the stairs up, the last is far from it. All can be
            walked, and everything on a floor is in them.
        arrival: Cell where newcomers to the run arrive, beside the stairs up if there are any.
        stairs_up: Their cell; None on the first floor.
        stairs_down: Their cells, the first in the last room; none on the last floor.
        connections: Pairs of rooms that a door or a way joins.
        maze: Connections of a keep before dead ends were joined (R10): a perfect maze. Else empty.
        treasures: Rooms that hold a treasure: dead ends of a keep, corner rooms of an arena.
        monsters: Number for one hero, if the layout states it (R3).
        shapable: Whether rooms may take shapes (R11): they are rectangles with walls around.
    """

    tiles: NDArray[np.uint8]
    rooms: tuple[Room, ...]
    arrival: Cell
    stairs_up: Cell | None
    stairs_down: tuple[Cell, ...]
    connections: tuple[Link, ...] = ()
    maze: tuple[Link, ...] = ()
    treasures: tuple[int, ...] = ()
    monsters: int | None = None
    shapable: bool = False


def steps_from(start: Cell, walkable: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the steps from `start` to each cell, shape (height, width); `FAR` if unreachable."""
    steps: NDArray[np.int32] = tcod.path.maxarray(walkable.shape, dtype=np.int32)
    steps[start[1], start[0]] = 0
    tcod.path.dijkstra2d(steps, walkable.astype(np.int8), 1, 1, out=steps)
    return steps


@lru_cache(maxsize=LAYOUTS)
def steps_in(layout: Layout, terrain: TerrainTable) -> NDArray[np.int32]:
    """Return the steps from the arrival to each cell of a layout as it was dug.

    They have shape (height, width) and can't be written to; `FAR` if unreachable.
    """
    steps = steps_from(layout.arrival, terrain.walkable[layout.tiles])
    steps.flags.writeable = False
    return steps


def is_whole(layout: Layout, terrain: TerrainTable) -> bool:
    """Return whether every walkable cell can be reached from the arrival."""
    walkable: NDArray[np.bool_] = terrain.walkable[layout.tiles]
    if not walkable[layout.arrival[1], layout.arrival[0]]:
        return False
    return bool((steps_in(layout, terrain)[walkable] < FAR).all())
