"""Stairs and the arrival, put into the rooms of a floor that is dug."""

import numpy as np
from numpy.typing import NDArray

from undertide_server.rng import Rng
from undertide_server.worldgen.layouts.layout import Cell, Layout, Room, Stairs
from undertide_server.worldgen.terrain import TerrainTable


def furnish(
    tiles: NDArray[np.uint8], rooms: list[Room], stairs: Stairs, terrain: TerrainTable, rng: Rng
) -> Layout:
    """Return the layout of dug `tiles`, with stairs; `tiles` is changed, then closed to writing.

    Rooms must have at least three cells.
    """
    first, last = rooms[0].cells(), rooms[-1].cells()
    arrival = rng.pick(first)
    up = _beside(arrival, first, rng) if stairs.up else None
    down = rng.pick([cell for cell in last if cell not in (arrival, up)]) if stairs.down else None
    if up:
        tiles[up[1], up[0]] = terrain.codes["stairs_up"]
    if down:
        tiles[down[1], down[0]] = terrain.codes["stairs_down"]
    tiles.flags.writeable = False
    return Layout(tiles, tuple(rooms), arrival, up, (down,) if down else ())


def _beside(cell: Cell, cells: list[Cell], rng: Rng) -> Cell:
    """Draw one of `cells` that touches `cell`."""
    x, y = cell
    near = [(other, abs(other[0] - x), abs(other[1] - y)) for other in cells]
    return rng.pick([other for other, dx, dy in near if max(dx, dy) == 1])
