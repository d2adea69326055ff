"""What every layout gives back, and what it is asked for."""

from dataclasses import dataclass

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell

Link = tuple[int, int]
"""Two rooms by index, the lower first."""

FAR = int(np.iinfo(np.int32).max)
"""Steps to a cell that no way leads to."""


@dataclass(frozen=True, slots=True)
class Room:
    """Ground that belongs together, its walls left out: a rectangle, or some cells of one."""

    x: int
    y: int
    width: int
    height: int
    ground: tuple[Cell, ...] = ()
    """Its cells, row after row; where there are none, it is the whole rectangle."""

    @property
    def centre(self) -> Cell:
        """The cell in the middle of the rectangle, or left of and above it."""
        return (self.x + (self.width - 1) // 2, self.y + (self.height - 1) // 2)

    def cells(self) -> list[Cell]:
        """Return all cells of the room, row after row."""
        return list(self.ground) or [
            (x, y)
            for y in range(self.y, self.y + self.height)
            for x in range(self.x, self.x + self.width)
        ]


@dataclass(frozen=True, slots=True)
class Stairs:
    """Which stairs a floor has."""

    up: bool
    down: int
    """How many lead down: one for each child of the branch, in their order."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A floor as it is dug, before anybody is there.

    Attributes:
        tiles: Terrain codes, shape (height, width), indexed [y, x]; can't be written to. Its border
            is solid.
        rooms: The first is that of the arrival and the stairs up, the last that of bosses, far from
            the first. All can be walked, and who and what is on a floor is in them.
        arrival: Where newcomers to the run arrive, beside the stairs up where there are any.
        stairs_up: Their cell; None on the first floor.
        stairs_down: Their cells, the first in the last room; none on the last floor.
        connections: Rooms that a door or a way joins.
        maze: Those of a keep before dead ends were joined (R10): a perfect maze. None elsewhere.
        treasures: Rooms that hold a treasure: dead ends of a keep, corner rooms of an arena.
        monsters: How many one hero finds here, where that is the layout's to say (R3).
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
    """Return the steps from `start` to each cell, shape (height, width); `FAR` where none lead."""
    steps: NDArray[np.int32] = tcod.path.maxarray(walkable.shape, dtype=np.int32)
    steps[start[1], start[0]] = 0
    tcod.path.dijkstra2d(steps, walkable.astype(np.int8), 1, 1, out=steps)
    return steps


def is_whole(layout: Layout, terrain: TerrainTable) -> bool:
    """Whether every cell that can be walked can be reached from the arrival."""
    walkable: NDArray[np.bool_] = terrain.walkable[layout.tiles]
    if not walkable[layout.arrival[1], layout.arrival[0]]:
        return False
    return bool((steps_from(layout.arrival, walkable)[walkable] < FAR).all())
