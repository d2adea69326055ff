"""The lines of walls: each joins the walls next to it along the edge of open ground. Pure."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_client.screens.map import figures
from undertide_shared.messages import TileLook

Cells = NDArray[np.bool_]

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LINES: Final = {"straight": figures.STRAIGHT, "round": figures.ROUND}
"""The glyphs by the sides that a wall joins."""


def wall_glyphs(
    codes: NDArray[np.uint16], looks: Mapping[int, TileLook]
) -> tuple[Cells, NDArray[np.int32]]:
    """Return which cells are lines of walls, and the glyph of each.

    `codes` covers one cell more on each side than the result. A line joins two walls only where
    known open ground lies beside both, so that a mass of rock shows its outline alone.
    """
    joins = {code: look.joins for code, look in looks.items() if look.joins != "none"}
    joined = np.zeros(int(codes.max(initial=0)) + 1, np.bool_)
    joined[[code for code in joins if code < joined.size]] = True
    walls, known = joined[codes], codes != 0
    sides = joined_sides(walls, known)
    inside = ~_beside(known & ~walls)
    inner = codes[1:-1, 1:-1]
    glyphs = np.full(inner.shape, ord(" "), np.int32)
    lined = np.zeros(inner.shape, np.bool_)
    for code, join in joins.items():
        if join in LINES:
            here = inner == code
            lined |= here
            glyphs[here] = np.array([ord(one) for one in LINES[join]], np.int32)[sides[here]]
    glyphs[inside & (sides == 0)] = ord(figures.INSIDE)
    return lined, glyphs


def joined_sides(walls: Cells, known: Cells) -> NDArray[np.intp]:
    """Return the sides that each cell but the outermost joins, added up."""
    opened = known & ~walls
    beside_row = opened.copy()
    beside_row[1:] |= opened[:-1]
    beside_row[:-1] |= opened[1:]
    beside_column = opened.copy()
    beside_column[:, 1:] |= opened[:, :-1]
    beside_column[:, :-1] |= opened[:, 1:]
    across = walls[:, :-1] & walls[:, 1:] & (beside_row[:, :-1] | beside_row[:, 1:])
    down = walls[:-1] & walls[1:] & (beside_column[:-1] | beside_column[1:])
    sides: NDArray[np.intp] = (
        down[:-1, 1:-1] * NORTH
        + across[1:-1, 1:] * EAST
        + down[1:, 1:-1] * SOUTH
        + across[1:-1, :-1] * WEST
    )
    return sides


def _beside(opened: Cells) -> Cells:
    """Return whether open ground lies at a side or a corner of each cell but the outermost."""
    rows = opened[:-2] | opened[1:-1] | opened[2:]
    found: Cells = rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:]
    return found
