"""Fields of view over a floor, worked out once for each cell and radius, and shared by heroes."""

from typing import NamedTuple

import numpy as np
import tcod.constants
import tcod.map
from numpy.typing import NDArray

from undertide_shared.geometry import Cell

MOST_KEPT = 32
"""Fields of view that a floor keeps.

Heroes mostly go where another of them has just been, so older ones are rarely used again. Each
takes a byte for each cell.
"""


class Sight(NamedTuple):
    """A field of view."""

    mask: NDArray[np.bool_]
    """Shape (height, width), read-only."""
    sees: bytes
    """`mask` as bytes, one for each cell, row by row: a fast way to look up one cell."""


class Sights:
    """Cached fields of view over one floor.

    The cache is always right, since transparency changes only through `change`, which empties it.
    """

    __slots__ = ("_kept", "_transparent", "transparent")

    def __init__(self, transparent: NDArray[np.bool_]) -> None:
        self._transparent = transparent
        self.transparent = transparent.view()
        """Whether sight passes through each cell, shape (height, width).

        Only `change` changes it.
        """
        self.transparent.flags.writeable = False
        self._kept: dict[tuple[Cell, int], Sight] = {}

    def change(self, spots: NDArray[np.intp], transparent: NDArray[np.bool_]) -> bool:
        """Set whether sight passes through cells. Return whether any of them changed.

        `spots` are y * width + x.
        """
        if (self._transparent.take(spots) == transparent).all():
            return False
        np.put(self._transparent, spots, transparent)
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
            sight = self._kept[cell, radius] = _field_of_view(self._transparent, cell, radius)
        return sight


def only(shape: tuple[int, ...], cell: Cell) -> Sight:
    """Return the field of view of an actor that sees only its own cell.

    `shape` is (height, width).
    """
    mask = np.zeros(shape, dtype=np.bool_)
    mask[cell[1], cell[0]] = True
    return _sight_of(mask)


def _field_of_view(transparent: NDArray[np.bool_], cell: Cell, radius: int) -> Sight:
    """Work out the field of view from a cell.

    The library examines its whole input, so it gets only the cells within the radius.
    """
    x, y = cell
    left, top = max(0, x - radius), max(0, y - radius)
    window = np.s_[top : y + radius + 1, left : x + radius + 1]
    mask = np.zeros(transparent.shape, dtype=np.bool_)
    mask[window] = tcod.map.compute_fov(
        transparent[window],
        (y - top, x - left),
        radius=radius,
        light_walls=True,
        algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST,
    )
    return _sight_of(mask)


def _sight_of(mask: NDArray[np.bool_]) -> Sight:
    """Return the field of view with this mask, and make the mask read-only."""
    mask.flags.writeable = False
    return Sight(mask, mask.tobytes())
