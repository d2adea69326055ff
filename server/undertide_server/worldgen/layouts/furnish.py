"""Placement of stairs and the arrival in the rooms of a dug floor."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs, steps_from
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell, distance


def furnish(
    tiles: NDArray[np.uint8], rooms: list[Room], stairs: Stairs, terrain: TerrainTable, rng: Rng
) -> Layout:
    """Return the layout of dug `tiles`. Add stairs to `tiles`, then close them to writing.

    Rooms must have at least five cells: a floor with a single room has all its stairs there.
    """
    first = rooms[0].cells()
    arrival = rng.pick(first)
    up = _beside(arrival, first, rng) if stairs.up else None
    taken = {arrival} | ({up} if up else set())
    down: list[Cell] = []
    # The first stairs have the last room: the others alone ask how far the rooms are.
    away = steps_from(arrival, terrain.walkable[tiles]) if stairs.down > 1 else None
    for room in _rooms_of_stairs(rooms, stairs.down, away, rng):
        down.append(rng.pick([cell for cell in room.cells() if cell not in {*taken, *down}]))
    if up:
        tiles[up[1], up[0]] = terrain.codes["stairs_up"]
    for x, y in down:
        tiles[y, x] = terrain.codes["stairs_down"]
    tiles.flags.writeable = False
    return Layout(tiles, tuple(rooms), arrival, up, tuple(down))


def _rooms_of_stairs(
    rooms: list[Room], count: int, away: NDArray[np.int32] | None, rng: Rng
) -> list[Room]:
    """Draw the room of each of the stairs down: the last one, then rooms far from the arrival.

    The farther half of the rooms between counts as far. If those are too few, nearer ones follow;
    if all rooms are too few, more stairs share the last room. `away` is steps, shape (height,
    width); without it the order of these rooms means nothing.
    """
    between = rooms[1:-1]
    if away is not None:
        between = sorted(between, key=lambda room: _least(away, room))
    half = len(between) // 2
    others = rng.shuffled(between[half:]) + between[:half][::-1]
    return [rooms[-1], *others[: count - 1], *[rooms[-1]] * count][:count]


def _least(away: NDArray[np.int32], room: Room) -> int:
    """Return the steps to the nearest cell of a room."""
    steps = away.data
    return min(steps[y, x] for x, y in room.cells())


def _beside(cell: Cell, cells: Iterable[Cell], rng: Rng) -> Cell:
    """Draw one of `cells` that touches `cell`."""
    return rng.pick([other for other in cells if distance(other, cell) == 1])
