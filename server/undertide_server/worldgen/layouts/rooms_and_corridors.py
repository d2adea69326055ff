"""R10 `rooms_and_corridors`: rooms that don't overlap, joined by corridors, with doors."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.layouts import RoomsAndCorridors
from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.digging import Rock
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs
from undertide_server.worldgen.layouts.links import draw_links
from undertide_server.worldgen.layouts.scatter import furthest_last, scatter
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell


def rooms_and_corridors(
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
