"""Cells of a floor, (x, y), and the steps between them. Pure."""

from typing import Final

Cell = tuple[int, int]

DIRECTIONS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))


def distance(one: Cell, other: Cell) -> int:
    """Return the steps between two cells where nothing is in the way."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def beside(cell: Cell, step: Cell) -> Cell:
    """Return the cell one step away."""
    return cell[0] + step[0], cell[1] + step[1]
