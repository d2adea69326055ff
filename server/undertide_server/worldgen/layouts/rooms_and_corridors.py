"""R10: rooms, and corridors between them: the cheapest ways through rock."""

from dataclasses import replace

import numpy as np
import tcod.path
from numpy.typing import NDArray

from undertide_server.content.records.layouts import RoomsAndCorridors
from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs
from undertide_server.worldgen.layouts.scatter import draw_links, furthest_last, scatter
from undertide_server.worldgen.layouts.terrain import TerrainTable
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


def dig_rooms_and_corridors(
    rules: RoomsAndCorridors, stairs: Stairs, terrain: TerrainTable, rng: Rng
) -> Layout | None:
    """Return a floor of rooms and corridors, or None if no way led to a room."""
    rooms = place_rooms(rules, rng)
    rock = Rock(rules.width, rules.height, rooms)
    links = draw_links(rooms, len(rooms) * rules.loops // 100, rng)
    for low, high in links:
        start, goal = rng.pick(rooms[low].cells()), rng.pick(rooms[high].cells())
        elbow = rng.pick([(start[0], goal[1]), (goal[0], start[1])])
        if not rock.dig(start, goal, elbow):
            return None
    tiles = _tiles(rock, terrain)
    _hang_doors(tiles, rock.doorways, rules.doors, terrain, rng)
    layout = furnish(tiles, rooms, stairs, terrain, rng)
    return replace(layout, connections=tuple(links), shapable=True)


def place_rooms(rules: RoomsAndCorridors, rng: Rng) -> list[Room]:
    """Return rooms with at least one wall between them; the last is farthest from the first."""
    sides = (rules.smallest, rules.largest)
    return furthest_last(scatter(rules.width, rules.height, rules.rooms, sides, rng))


def _tiles(rock: Rock, terrain: TerrainTable) -> NDArray[np.uint8]:
    tiles = np.full(rock.ground.shape, terrain.codes["wall"], dtype=np.uint8)
    tiles[rock.passages] = terrain.codes["passage"]
    tiles[rock.ground] = terrain.codes["floor"]
    return tiles


def _hang_doors(
    tiles: NDArray[np.uint8], doorways: list[Cell], chance: int, terrain: TerrainTable, rng: Rng
) -> None:
    """Add doors to some of the doorways with a wall on either side and open ground on the others.

    Doors are never next to each other.
    """
    for x, y in doorways:
        hung = rng.percent(chance)
        north, south, west, east = (
            bool(terrain.transparent[tiles[y + dy, x + dx]])
            for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0))
        )
        wall = terrain.codes["wall"]
        beside = (tiles[y, x - 1], tiles[y, x + 1]) if north else (tiles[y - 1, x], tiles[y + 1, x])
        framed = north == south != west == east and beside == (wall, wall)
        if hung and framed:
            tiles[y, x] = terrain.codes["door"]
