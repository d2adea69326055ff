"""A floor's ground as sets of cells, and a hero's knowledge of it.

An integer stands for a set of cells, with one bit for each cell, so that one operation works on all
of them. Bits go row by row. An empty row comes before the first, and an empty cell before each row:
bits that are shifted over an edge of the floor land there and are lost.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertide_server.worldgen.layouts.terrain import SHUNNED, UNSEEN, WALKABLE, TerrainTable
from undertide_shared.geometry import Cell

Cells = int
"""A set of cells of a floor."""

SIZES_KEPT = 128
"""Sizes of boxes and floors whose sets of cells are kept: a game has few."""

MARKS = np.array([[WALKABLE], [SHUNNED], [UNSEEN]], dtype=np.uint8)
"""The bit of each set in a tile's marks, shape (3, 1): the sets of a grid in their order."""


@lru_cache(SIZES_KEPT)
def _rows(count: int, width: int) -> int:
    """Return a number that copies a row's bits into `count` rows when they are multiplied by it."""
    return sum(1 << number * width for number in range(count))


class WalkGrid(NamedTuple):
    """A hero's knowledge of a floor, as sets of cells."""

    height: int
    width: int
    """Columns of the floor and the one before it; `height` counts the extra row too."""
    walkable: Cells
    shunned: Cells
    unknown: Cells

    def over(self, walkable: Cells) -> "WalkGrid":
        """Return this ground, of which these cells alone can be walked."""
        return WalkGrid(self.height, self.width, walkable, self.shunned, self.unknown)

    def spot(self, cell: Cell) -> int:
        """Return the bit number of a cell."""
        return (cell[1] + 1) * self.width + cell[0] + 1

    def only(self, cell: Cell) -> Cells:
        """Return the set of one cell."""
        return 1 << self.spot(cell)

    def box(self, cell: Cell, reach: int) -> Cells:
        """Return the cells of the floor that are at most `reach` columns and rows from a cell."""
        x, y = cell
        left, right = max(0, x - reach), min(self.width - 2, x + reach)
        top, bottom = max(0, y - reach), min(self.height - 2, y + reach)
        row = (1 << right - left + 1) - 1
        return row * _rows(bottom - top + 1, self.width) << self.spot((left, top))

    def around(self, cells: Cells) -> Cells:
        """Return the cells and their neighbours; some neighbours may lie outside the floor."""
        across = cells | cells << 1 | cells >> 1
        return across | across << self.width | across >> self.width


def ground_of(tiles: NDArray[np.uint8], terrain: TerrainTable) -> WalkGrid:
    """Return the ground of a floor by its known `tiles`, shape (height, width)."""
    framed = _framed(tiles)
    height, width = framed.shape
    marks = np.frombuffer(framed.tobytes().translate(terrain.marks), dtype=np.uint8)
    packed = np.packbits(marks & MARKS, axis=1, bitorder="little")
    walkable, shunned, unknown = (int.from_bytes(bits.tobytes(), "little") for bits in packed)
    return WalkGrid(height, width, walkable, shunned, unknown & _inside(height, width))


def cells_of(mask: NDArray[np.bool_]) -> Cells:
    """Return the set of the cells that are True in an array of shape (height, width)."""
    return int.from_bytes(np.packbits(_framed(mask), bitorder="little").tobytes(), "little")


def _framed(cells: NDArray[Any]) -> NDArray[Any]:
    """Return an array of cells with an empty row before the first, and an empty cell before each.

    Its shape is (height + 1, width + 1).
    """
    framed = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), cells.dtype)
    framed[1:, 1:] = cells
    return framed


@lru_cache(SIZES_KEPT)
def _inside(height: int, width: int) -> Cells:
    """Return all cells of a floor whose grid has this height and width."""
    return cells_of(np.ones((height - 1, width - 1), np.bool_))


class RememberedGround:
    """A hero's knowledge of a floor's ground, kept while no cell there becomes ground or harmful.

    `grid` is what it remembers and `actual` the floor's own ground. What the hero sees from then on
    is only marked; `update` adds it to `grid` when somebody asks.
    """

    __slots__ = ("_seen", "actual", "grid")

    def __init__(self, grid: WalkGrid, actual: WalkGrid) -> None:
        self.grid = grid
        self.actual = actual
        self._seen: NDArray[np.bool_] | None = None

    def mark_seen(self, mask: NDArray[np.bool_]) -> None:
        """Mark that the hero sees the cells of a mask, shape (height, width), as they are now."""
        self._seen = mask if self._seen is None else self._seen | mask

    def update(self) -> WalkGrid:
        """Add the cells that the hero has seen to `grid`, and return it."""
        if self._seen is not None:
            seen, self._seen = cells_of(self._seen), None
            grid, actual = self.grid, self.actual
            self.grid = WalkGrid(
                grid.height,
                grid.width,
                grid.walkable & ~seen | actual.walkable & seen,
                grid.shunned & ~seen | actual.shunned & seen,
                grid.unknown & ~seen,
            )
        return self.grid
