"""What can be seen of a floor from each of its cells, worked out once for all who come there."""

from typing import NamedTuple

import numpy as np
import tcod.constants
import tcod.map
from numpy.typing import NDArray

from undertide_shared.geometry import Cell

MOST_KEPT = 32
"""Fields of view that a floor keeps: heroes mostly go where one of them has just been, and more
would hardly be asked for again. Each takes a byte a cell."""


class Sight(NamedTuple):
    """What somebody sees."""

    mask: NDArray[np.bool_]
    """Shape (height, width), not to be written to."""
    sees: bytes
    """`mask` row after row, a byte a cell: the quick way to ask for one cell."""


class Sights:
    """Fields of view over one floor: the only place where that changes which they depend on.

    So what is kept is always what would be worked out anew.
    """

    __slots__ = ("_kept", "_transparent", "transparent")

    def __init__(self, transparent: NDArray[np.bool_]) -> None:
        self._transparent = transparent
        self.transparent = transparent.view()
        """What sight goes through, shape (height, width). Changed by `change` alone."""
        self.transparent.flags.writeable = False
        self._kept: dict[tuple[Cell, int], Sight] = {}

    def change(self, spots: NDArray[np.intp], transparent: NDArray[np.bool_]) -> bool:
        """Set whether sight goes through cells, given row after row; whether any differs now."""
        if (self._transparent.take(spots) == transparent).all():
            return False
        np.put(self._transparent, spots, transparent)
        self._kept.clear()
        return True

    def around(self, cell: Cell, radius: int) -> Sight:
        """Return what is seen from a cell within a radius of at least 1.

        Sight is symmetric: who stands on a cell that is seen sees this one, if that far.
        """
        sight = self._kept.get((cell, radius))
        if sight is None:
            if len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            sight = self._kept[cell, radius] = _field_of_view(self._transparent, cell, radius)
        return sight


def only(shape: tuple[int, ...], cell: Cell) -> Sight:
    """Return the sight of one who sees nothing but its own cell, on a floor of this shape."""
    mask = np.zeros(shape, dtype=np.bool_)
    mask[cell[1], cell[0]] = True
    return _sight_of(mask)


def _field_of_view(transparent: NDArray[np.bool_], cell: Cell, radius: int) -> Sight:
    """Work out what is seen from a cell.

    The library looks at all cells that it is given, so it is given those within the radius.
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
    """Return the sight of one who sees these cells; nobody writes to them from now on."""
    mask.flags.writeable = False
    return Sight(mask, mask.tobytes())
