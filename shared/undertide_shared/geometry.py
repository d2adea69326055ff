"""Cells of a floor, and how far they lie apart. Pure."""

Cell = tuple[int, int]
"""(x, y), x to the right, y down, (0, 0) at the top left."""


def distance(one: Cell, other: Cell) -> int:
    """Return how many steps two cells are apart on open ground; diagonal ones count as one."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def sign(number: int) -> int:
    """Return -1, 0 or 1: the step along one axis towards a cell that far away."""
    return (number > 0) - (number < 0)
