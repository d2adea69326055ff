"""R10 `rooms_and_corridors`: rooms that don't overlap, joined by corridors, with doors."""

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.floors import RoomsAndCorridors
from undertide_server.rng import Rng
from undertide_server.worldgen.layouts.digging import Rock
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import Cell, Layout, Room, Stairs
from undertide_server.worldgen.layouts.links import draw_links
from undertide_server.worldgen.terrain import TerrainTable


def rooms_and_corridors(
    rules: RoomsAndCorridors, stairs: Stairs, terrain: TerrainTable, rng: Rng
) -> Layout | None:
    """Return a floor of rooms and corridors, or None when no way led to a room."""
    rooms = place_rooms(rules, rng)
    rock = Rock(rules.width, rules.height, rooms)
    for low, high in draw_links(rooms, len(rooms) * rules.loops // 100, rng):
        start, goal = rng.pick(rooms[low].cells()), rng.pick(rooms[high].cells())
        elbow = rng.pick([(start[0], goal[1]), (goal[0], start[1])])
        if not rock.dig(start, goal, elbow):
            return None
    tiles = _tiles(rock, terrain)
    _hang_doors(tiles, rock.doorways, rules.doors, terrain, rng)
    return furnish(tiles, rooms, stairs, terrain, rng)


def place_rooms(rules: RoomsAndCorridors, rng: Rng) -> list[Room]:
    """Return rooms with a wall or more between them; the last is furthest from the first."""
    rooms: list[Room] = []
    for _ in range(rules.rooms):
        room = _draw_room(rules, rng)
        if all(_apart(room, other) for other in rooms):
            rooms.append(room)
    x, y = rooms[0].centre
    far = max(rooms, key=lambda room: abs(room.centre[0] - x) + abs(room.centre[1] - y))
    if far is not rooms[0]:
        rooms.remove(far)
        rooms.append(far)
    return rooms


def _draw_room(rules: RoomsAndCorridors, rng: Rng) -> Room:
    width = rng.between(rules.smallest, rules.largest)
    height = rng.between(rules.smallest, rules.largest)
    x = rng.between(1, rules.width - 1 - width)
    y = rng.between(1, rules.height - 1 - height)
    return Room(x, y, width, height)


def _apart(one: Room, other: Room) -> bool:
    return (
        one.x > other.x + other.width
        or other.x > one.x + one.width
        or one.y > other.y + other.height
        or other.y > one.y + one.height
    )


def _tiles(rock: Rock, terrain: TerrainTable) -> NDArray[np.uint8]:
    tiles = np.full(rock.ground.shape, terrain.codes["wall"], dtype=np.uint8)
    tiles[rock.passages] = terrain.codes["passage"]
    tiles[rock.ground] = terrain.codes["floor"]
    return tiles


def _hang_doors(
    tiles: NDArray[np.uint8], doorways: list[Cell], chance: int, terrain: TerrainTable, rng: Rng
) -> None:
    """Close some of the doorways that have a wall on either side and open ground before and behind.

    Doors never stand next to each other.
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
