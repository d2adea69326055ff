"""Cells of a floor and the distance between them. Pure."""

Cell = tuple[int, int]
"""A position (x, y): x to the right, y down, (0, 0) at the top left."""


def distance(one: Cell, other: Cell) -> int:
    """Return the number of steps between two cells on open ground.

    A diagonal step counts as one.
    """
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def sign(number: int) -> int:
    """Return -1, 0 or 1: the step along one axis towards a cell `number` cells away."""
    return (number > 0) - (number < 0)
