"""The rule that keeps a floor whole: nothing on it may cut a way, or leave only a harmful one."""

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.geometry import Cell

CIRCLE = (1, 2, 5, 8, 7, 6, 3, 0)
"""The eight cells around one, clockwise from the north, as positions in a square of nine."""
MIDDLE = 4
"""The position of the cell itself."""
CODES = 256
"""Number of codes that a tile can hold."""
TABLES = 16
"""Most tables of terrain whose ground is cached: as many games as begin at about the same time."""


def is_spare(tiles: NDArray[np.uint8], cell: Cell, terrain: TerrainTable) -> bool:
    """Return whether a floor stays whole if a cell is closed.

    It does if the ground around the cell stays connected without it, now and once all ice over deep
    water has thawed. Then every way through the cell has a detour, and every way without harm a
    harmless one. A cell that is already closed is spare. `tiles` has shape (height, width); cells
    on its border are never spare.
    """
    square = _square(tiles, cell)
    return all(_stays_connected(square, *grounds) for grounds in _grounds(terrain))


def keeps_whole(tiles: NDArray[np.uint8], cell: Cell, code: int, terrain: TerrainTable) -> bool:
    """Return whether a floor stays whole if a cell becomes terrain of this code.

    Nothing is cut in two, no way is left only over shunned ground, and new ground is only opened
    beside ground; all this now, and once all ice over deep water has thawed. Cells on the border
    can't change.
    """
    x, y = cell
    height, width = tiles.shape
    if not (0 < x < width - 1 and 0 < y < height - 1):
        return False
    middle, square = tiles.item(y, x), b""
    for open_ground, safe_ground in _grounds(terrain):
        if safe_ground[code] and safe_ground[middle]:
            continue  # all ways stay as they are
        square = square or _square(tiles, cell)
        if not _fits(square, code, open_ground, safe_ground):
            return False
    return True


@lru_cache(maxsize=TABLES * CODES)
def changes_no_way(code: int, terrain: TerrainTable) -> bytes:
    """Return for each code whether a cell of it may become `code` without a look around it.

    Both are harmless ground that lasts, so all ways stay as they are. The border never is: it is
    solid. This is what most stages lay.
    """
    safe = [ground for _, ground in _grounds(terrain)]
    return bytes(all(each[code] and each[middle] for each in safe) for middle in range(CODES))


def _fits(square: bytes, code: int, open_ground: bytes, safe_ground: bytes) -> bool:
    """Return whether a floor stays whole, as far as some grounds go, if a square's middle changes.

    The middle and its new terrain are not both harmless ground.
    """
    if not open_ground[code]:
        return _stays_connected(square, open_ground, safe_ground)
    middle, safe = square[MIDDLE], square.translate(safe_ground)
    gained = not open_ground[middle] or (safe_ground[code] and not safe_ground[middle])
    if gained and not any(safe):
        return False
    return bool(safe_ground[code]) or safe in SPARE


def _stays_connected(square: bytes, open_ground: bytes, safe_ground: bytes) -> bool:
    """Return whether the ground around a square's middle stays connected without the middle."""
    return square.translate(open_ground) in SPARE and square.translate(safe_ground) in SPARE


def _square(tiles: NDArray[np.uint8], cell: Cell) -> bytes:
    """Return the codes of a cell and its neighbours, row after row; none on the border."""
    x, y = cell
    height, width = tiles.shape
    if not (0 < x < width - 1 and 0 < y < height - 1):
        return b""
    return tiles[y - 1 : y + 2, x - 1 : x + 2].tobytes()


@lru_cache(maxsize=TABLES)
def _grounds(terrain: TerrainTable) -> tuple[tuple[bytes, bytes], ...]:
    """Return for each code whether it can be walked, and whether it can be walked without harm.

    The first pair is for now; where some ground doesn't last, the second is for when it is gone.
    """
    now, later = _ground(terrain.walkable, terrain), _ground(terrain.lasting, terrain)
    return (now,) if now == later else (now, later)


def _ground(walkable: NDArray[np.bool_], terrain: TerrainTable) -> tuple[bytes, bytes]:
    safe = walkable & ~terrain.shunned
    return walkable.tobytes().ljust(CODES, b"\0"), safe.tobytes().ljust(CODES, b"\0")


def _hangs_together(square: tuple[int, ...]) -> bool:
    """Return whether the open cells around the middle of a square of nine form at most one part.

    A corner connects its two neighbours on the circle. Two sides next to a corner touch each other
    across it.
    """
    circle = [square[place] for place in CIRCLE]
    joined = list(circle)
    for corner in range(1, 8, 2):
        joined[corner] |= circle[corner - 1] & circle[(corner + 1) % 8]  # a diagonal step
    return sum(joined[index] > joined[index - 1] for index in range(8)) <= 1


SPARE = frozenset(
    bytes(square)
    for square in product((0, 1), repeat=9)
    if not square[MIDDLE] or _hangs_together(square)
)
"""Squares of open (1) and other (0) cells, row after row, whose middle may be closed. They are
looked up, not computed, since stages ask for thousands of cells. The empty square of the border is
not among them.
"""
