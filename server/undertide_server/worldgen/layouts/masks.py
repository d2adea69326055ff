"""Ground as a mask of shape (height, width), and the rooms that it forms."""

import numpy as np
from numpy.typing import NDArray

from undertide_server.worldgen.layouts.layout import Room
from undertide_shared.geometry import Cell


def parts_of(mask: NDArray[np.bool_]) -> list[list[Cell]]:
    """Return the connected parts of a mask, each row after row, in the order of their first cells.

    The mask's border must be false.
    """
    width = mask.shape[1]
    around = (-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1)
    rest = {int(spot): None for spot in np.flatnonzero(mask)}
    parts: list[list[Cell]] = []
    while rest:
        part = [rest.popitem()[0]]
        for spot in part:  # the list grows during the loop
            for beside in (spot + step for step in around):
                if beside in rest:
                    del rest[beside]
                    part.append(beside)
        parts.append([(spot % width, spot // width) for spot in sorted(part)])
    return sorted(parts, key=lambda part: (part[0][1], part[0][0]))


def cells_of(mask: NDArray[np.bool_]) -> list[Cell]:
    """Return the cells where a mask is true, row after row."""
    ys, xs = np.nonzero(mask)
    return list(zip(xs.tolist(), ys.tolist(), strict=True))


def columns_of(mask: NDArray[np.bool_]) -> list[Cell]:
    """Return the cells where a mask is true, column after column."""
    xs, ys = np.nonzero(mask.T)
    return list(zip(xs.tolist(), ys.tolist(), strict=True))


def room_on(cells: list[Cell]) -> Room:
    """Return the room with these cells as its ground, row after row. At least one is required."""
    left, top = min(x for x, _ in cells), cells[0][1]
    width, height = max(x for x, _ in cells) - left + 1, cells[-1][1] - top + 1
    return Room(left, top, width, height, tuple(cells))
