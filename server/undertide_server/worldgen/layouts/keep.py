"""R10 `keep`: a grid of square rooms whose connections form a maze with few dead ends."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.layouts import Keep
from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import Layout, Link, Room, Stairs
from undertide_server.worldgen.layouts.maze import (
    dead_ends,
    join_dead_ends,
    perfect_maze,
    rooms_away,
)
from undertide_server.worldgen.layouts.terrain import TerrainTable


@dataclass(frozen=True, slots=True)
class _Plan:
    """Rooms of a keep by number, and their connections before step 2 (`maze`) and after it."""

    rooms: tuple[Room, ...]
    maze: tuple[Link, ...]
    connections: tuple[Link, ...]


def dig_keep(rules: Keep, stairs: Stairs, terrain: TerrainTable, rng: Rng) -> Layout:
    """Return a keep. It can't fail: its maze connects all rooms by doorways."""
    plan = _draw_plan(rules, rng)
    tiles = _tiles(rules, plan, terrain, rng)
    return replace(
        furnish(tiles, list(plan.rooms), stairs, terrain, rng),
        connections=plan.connections,
        maze=plan.maze,
        treasures=tuple(dead_ends(plan.connections)),
        monsters=rules.monsters,
        shapable=True,
    )


def _draw_plan(rules: Keep, rng: Rng) -> _Plan:
    maze = perfect_maze(rules.columns, rules.rows, rng)
    connections = join_dead_ends(maze, rules.columns, rules.rows, rules.dead_ends, rng)
    order = _order(rules.columns * rules.rows, connections, rng)
    number = {place: index for index, place in enumerate(order)}
    return _Plan(
        tuple(_room(rules, place) for place in order),
        _numbered(maze, number),
        _numbered(connections, number),
    )


def _order(count: int, connections: list[Link], rng: Rng) -> list[int]:
    """Return the places of the grid, the arrival's first and that of the stairs down last.

    The arrival is not a dead end if possible, because those hold treasure. The stairs down are as
    many rooms away from it as possible.
    """
    ends = set(dead_ends(connections))
    halls = [place for place in range(count) if place not in ends] or list(range(count))
    away = rooms_away(rng.below(count), connections)
    first = max(halls, key=lambda place: away[place])
    away = rooms_away(first, connections)
    last = max(range(count), key=lambda place: away[place])
    return [first, *(place for place in range(count) if place not in (first, last)), last]


def _numbered(links: list[Link], number: dict[int, int]) -> tuple[Link, ...]:
    """Return links between places of the grid as links between the rooms with these numbers."""
    pairs = [(number[low], number[high]) for low, high in links]
    return tuple((min(pair), max(pair)) for pair in pairs)


def _room(rules: Keep, place: int) -> Room:
    row, column = divmod(place, rules.columns)
    pitch = rules.side + 1
    return Room(1 + column * pitch, 1 + row * pitch, rules.side, rules.side)


def _tiles(rules: Keep, plan: _Plan, terrain: TerrainTable, rng: Rng) -> NDArray[np.uint8]:
    """Return the rooms, with walls one cell thick and in those a doorway for each connection."""
    pitch = rules.side + 1
    shape = (rules.rows * pitch + 1, rules.columns * pitch + 1)
    tiles = np.full(shape, terrain.codes["floor"], dtype=np.uint8)
    tiles[::pitch, :] = terrain.codes["wall"]
    tiles[:, ::pitch] = terrain.codes["wall"]
    for low, high in plan.connections:
        x, y = _doorway(plan.rooms[low], plan.rooms[high], rng)
        tiles[y, x] = terrain.codes["door" if rng.percent(rules.doors) else "passage"]
    return tiles


def _doorway(one: Room, other: Room, rng: Rng) -> tuple[int, int]:
    """Draw a cell of the wall between two rooms that are side by side, or one below the other."""
    along = rng.below(one.width)
    if one.y == other.y:
        return (max(one.x, other.x) - 1, one.y + along)
    return (one.x + along, max(one.y, other.y) - 1)
