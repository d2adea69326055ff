"""Fields of view over a floor, worked out once for each cell and radius, and shared by heroes."""

from functools import lru_cache
from itertools import count

import numpy as np
from numpy.typing import NDArray
from tcod.cffi import ffi, lib
from tcod.constants import FOV_SYMMETRIC_SHADOWCAST

from undertide_shared.geometry import Cell

MOST_KEPT = 64
"""Fields of view that a floor keeps.

Heroes mostly go where another of them has just been, so older ones are rarely used again. Each
takes a byte for each cell.
"""
RADII_KEPT = 8
"""Radii whose discs are kept: heroes of one game see about equally far, by day and by night."""


class Sight:
    """A field of view. It never changes."""

    __slots__ = ("mask", "number", "sees", "toggles")

    def __init__(self, mask: NDArray[np.bool_]) -> None:
        self.sees = mask.tobytes()
        """A byte for each cell, row by row: a fast way to look up one cell."""
        self.mask: NDArray[np.bool_] = np.ndarray(mask.shape, np.bool_, self.sees)
        """The same memory, shape (height, width), read-only."""
        self.number = next(_numbers)
        """No other field of view has it."""
        self.toggles: dict[int, list[int]] = {}
        """The runs of cells that only one of it and another shows, by the `number` of the other.

        Views keep them here, since heroes go the ways of others. There is at most one for each
        field of view that the floor works out while it keeps this one, and few are ever needed.
        """


_numbers = count()


class Sights:
    """Cached fields of view over one floor.

    The cache is always right, since transparency changes only through `change`. A cell that opens
    changes just the fields of view that show it, since sight shows whatever stops it. A cell that
    closes changes others too, since sight may pass the edge of a cell without showing it.
    """

    __slots__ = ("_by_spot", "_kept", "_lit", "_map", "transparent")

    def __init__(self, transparent: NDArray[np.bool_]) -> None:
        height, width = transparent.shape
        cells = np.zeros((height, width, 3), dtype=np.bool_)
        cells[..., 0] = transparent
        self._lit = cells[..., 2]
        # By spots in one dimension: `take` and `put` would copy the whole of any other such view.
        self._by_spot = cells.reshape(-1, 3)[:, 0]
        # The library's own function copies the floor into such a map at each call.
        pointer = ffi.from_buffer("struct TCOD_MapCell*", cells)
        self._map = ffi.new("struct TCOD_Map*", (width, height, width * height, pointer))
        self.transparent = cells[..., 0]
        """Whether sight passes through each cell, shape (height, width).

        Only `change` changes it.
        """
        self.transparent.flags.writeable = False
        self._kept: dict[tuple[Cell, int], Sight] = {}

    def change(self, spots: NDArray[np.intp], transparent: NDArray[np.bool_]) -> bool:
        """Set whether sight passes through cells. Return whether any of them changed.

        `spots` are y * width + x.
        """
        turned = self._by_spot[spots] != transparent
        if not turned.any():
            return False
        self._by_spot[spots] = transparent
        if transparent[turned].all():
            opened = spots[turned].tolist()
            self._kept = {
                key: sight
                for key, sight in self._kept.items()
                if not any(sight.sees[spot] for spot in opened)
            }
        else:
            self._kept.clear()
        return True

    def around(self, cell: Cell, radius: int) -> Sight:
        """Return the field of view from a cell within a radius of at least 1.

        Sight is symmetric: from any visible cell within the radius, this cell is visible too.
        """
        sight = self._kept.get((cell, radius))
        if sight is None:
            if len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            sight = self._kept[cell, radius] = self._field_of_view(cell, radius)
        return sight

    def _field_of_view(self, cell: Cell, radius: int) -> Sight:
        """Work out the field of view from a cell.

        The library would test each cell of the floor for the radius, so it sees to any distance.
        """
        x, y = cell
        lib.TCOD_map_compute_fov(self._map, x, y, 0, True, FOV_SYMMETRIC_SHADOWCAST)
        left, top = max(0, x - radius), max(0, y - radius)
        lit = self._lit[top : y + radius + 1, left : x + radius + 1]
        height, width = lit.shape
        near = _disc(radius)[radius - y + top :, radius - x + left :]
        mask = np.zeros(self._lit.shape, dtype=np.bool_)
        seen = mask[top : top + height, left : left + width]
        np.logical_and(lit, near[:height, :width], out=seen)
        return Sight(mask)


def nothing(shape: tuple[int, ...]) -> Sight:
    """Return the field of view of an actor that hasn't looked; `shape` is (height, width)."""
    return Sight(np.zeros(shape, dtype=np.bool_))


def only(shape: tuple[int, ...], cell: Cell) -> Sight:
    """Return the field of view of an actor that sees only its own cell.

    `shape` is (height, width).
    """
    mask = np.zeros(shape, dtype=np.bool_)
    mask[cell[1], cell[0]] = True
    return Sight(mask)


@lru_cache(RADII_KEPT)
def _disc(radius: int) -> NDArray[np.bool_]:
    """Return which cells around a cell are nearer than `radius`, the cell itself in the middle.

    Its shape is (2 * radius + 1, 2 * radius + 1).
    """
    steps = np.arange(-radius, radius + 1) ** 2
    return steps[:, np.newaxis] + steps < radius * radius
