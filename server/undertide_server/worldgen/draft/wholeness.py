"""Keeping a floor whole: no way may be cut by what is put on it, nor be left only through harm."""

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell

CIRCLE = (1, 2, 5, 8, 7, 6, 3, 0)
"""The eight cells around one in a circle from the north, as places in a square of nine."""
MIDDLE = 4
"""The place of the cell itself."""
CODES = 256
"""How many codes a tile can hold."""
TABLES = 16
"""Tables of terrain whose ground is remembered: as many games as begin at about the same time."""


def is_spare(tiles: NDArray[np.uint8], cell: Cell, terrain: TerrainTable) -> bool:
    """Whether a floor stays whole if a cell is closed: the ground around hangs together without it.

    Then every way through the cell has one round it, and every way without harm one without harm.
    What is closed already is spare. `tiles` has shape (height, width); cells on its border are
    never spare.
    """
    square = _square(tiles, cell)
    open_ground, safe_ground = _grounds(terrain)
    return square.translate(open_ground) in SPARE and square.translate(safe_ground) in SPARE


def keeps_whole(tiles: NDArray[np.uint8], cell: Cell, code: int, terrain: TerrainTable) -> bool:
    """Whether a floor stays whole if a cell becomes terrain of this code.

    Nothing is cut in two, no way is left only through what errands go round, and new ground is only
    opened beside ground. Cells on the border stay as they are.
    """
    open_ground, safe_ground = _grounds(terrain)
    if not open_ground[code]:
        return is_spare(tiles, cell, terrain)
    square = _square(tiles, cell)
    if not square:
        return False
    middle = square[MIDDLE]
    gained = not open_ground[middle] or (safe_ground[code] and not safe_ground[middle])
    if gained and not any(square.translate(safe_ground)):
        return False
    return bool(safe_ground[code]) or square.translate(safe_ground) in SPARE


def _square(tiles: NDArray[np.uint8], cell: Cell) -> bytes:
    """Return the codes of a cell and those around it, row after row; none on the border."""
    x, y = cell
    height, width = tiles.shape
    if not (0 < x < width - 1 and 0 < y < height - 1):
        return b""
    return tiles[y - 1 : y + 2, x - 1 : x + 2].tobytes()


@lru_cache(maxsize=TABLES)
def _grounds(terrain: TerrainTable) -> tuple[bytes, bytes]:
    """Return for each code whether it can be walked, and whether it can be walked without harm."""
    safe = terrain.walkable & ~terrain.shunned
    return (
        terrain.walkable.tobytes().ljust(CODES, b"\0"),
        safe.tobytes().ljust(CODES, b"\0"),
    )


def _hangs_together(square: tuple[int, ...]) -> bool:
    """Whether the open cells around the middle of a square of nine are one part, or none.

    Corners join their neighbours on the circle; sides are also next to each other across a corner.
    """
    circle = [square[place] for place in CIRCLE]
    joined = list(circle)
    for corner in range(1, 8, 2):
        joined[corner] |= circle[corner - 1] & circle[(corner + 1) % 8]  # a step aslant
    return sum(joined[index] > joined[index - 1] for index in range(8)) <= 1


SPARE = frozenset(
    bytes(square)
    for square in product((0, 1), repeat=9)
    if not square[MIDDLE] or _hangs_together(square)
)
"""Open ground (1) around cells that may be closed, row after row: looked up rather than reckoned,
for stages ask for thousands of cells. Nothing, as on the border, is none of them."""
