"""Steps from a cell to its neighbours. Pure."""

from typing import Final

from undertide_shared.geometry import Cell

DIRECTIONS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))


def beside(cell: Cell, step: Cell) -> Cell:
    """Return the cell one step away."""
    return cell[0] + step[0], cell[1] + step[1]
