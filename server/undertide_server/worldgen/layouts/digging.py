"""Corridors: the cheapest ways from room to room through rock."""

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.worldgen.layouts.layout import Room
from undertide_shared.geometry import Cell

DUG = 2
"""Cost of a cell that is already open: ways join instead of running side by side."""
LINE = 5
"""Cost of rock on the straight lines between two rooms: corridors have few corners."""
ROCK = 9
"""Cost of other rock."""
WALL = 60
"""Cost of a room's wall: a way goes round a room, not through it, and never along its wall."""
CLOSED = 0
"""Cost that forbids a way: on the map's border and in corners of rooms, where doorways can't be."""


class Rock:
    """The rock that a floor is dug from.

    Attributes:
        cost: Cost of digging each cell, shape (height, width); see the constants above.
        ground: Cells of rooms, shape (height, width).
        passages: Cells of corridors, shape (height, width), doorways included.
        doorways: Cells where corridors pass the walls of rooms, in the order of digging.
    """

    def __init__(self, width: int, height: int, rooms: list[Room]) -> None:
        self.cost: NDArray[np.int16] = np.full((height, width), ROCK, dtype=np.int16)
        self.ground: NDArray[np.bool_] = np.zeros((height, width), dtype=np.bool_)
        self.passages: NDArray[np.bool_] = np.zeros((height, width), dtype=np.bool_)
        self.doorways: list[Cell] = []
        for room in rooms:
            self._open_room(room)
        for room in rooms:
            self._close_corners(room)
        self.cost[[0, -1], :] = CLOSED
        self.cost[:, [0, -1]] = CLOSED

    def dig(self, start: Cell, goal: Cell, elbow: Cell) -> bool:
        """Dig a way between rooms, preferably on lines over `elbow`; return whether one exists."""
        path = self._path(start, goal, elbow)
        for x, y in path:
            if self.cost[y, x] == WALL:
                self.doorways.append((x, y))
            if not self.ground[y, x]:
                self.passages[y, x] = True
            self.cost[y, x] = DUG
        return bool(path)

    def _open_room(self, room: Room) -> None:
        around = np.s_[room.y - 1 : room.y + room.height + 1, room.x - 1 : room.x + room.width + 1]
        walls = self.cost[around]
        walls[walls == ROCK] = WALL
        inside = np.s_[room.y : room.y + room.height, room.x : room.x + room.width]
        self.cost[inside] = DUG
        self.ground[inside] = True

    def _close_corners(self, room: Room) -> None:
        for y in (room.y - 1, room.y + room.height):
            for x in (room.x - 1, room.x + room.width):
                self.cost[y, x] = CLOSED

    def _path(self, start: Cell, goal: Cell, elbow: Cell) -> list[Cell]:
        cost = self.cost.copy()
        for line in (_line(start, elbow), _line(elbow, goal)):
            on_line = cost[line]
            on_line[on_line == ROCK] = LINE
        found = tcod.path.AStar(cost, diagonal=0).get_path(start[1], start[0], goal[1], goal[0])
        return [(x, y) for y, x in found]


def _line(one: Cell, other: Cell) -> tuple[slice, slice]:
    """Return the cells between two in one row or column, as an index of [y, x]."""
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return (slice(top, bottom + 1), slice(left, right + 1))
