"""Cells of a floor and the distance between them. Pure."""

Cell = tuple[int, int]
"""A position (x, y): x to the right, y down, (0, 0) at the top left."""


def distance(one: Cell, other: Cell) -> int:
    """Return the number of steps between two cells on open ground.

    A diagonal step counts as one.
    """
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    # Many thousand calls a second: `max` would take as long as all the rest.
    return across if across > down else down  # noqa: FURB136


def line(one: Cell, other: Cell) -> list[Cell]:
    """Return the cells between two cells on a straight line, without the ends.

    The line is the same from either end.
    """
    if other < one:
        one, other = other, one
    steps = distance(one, other)
    return [
        (_between(one[0], other[0], part, steps), _between(one[1], other[1], part, steps))
        for part in range(1, steps)
    ]


def _between(start: int, end: int, part: int, parts: int) -> int:
    """Return the whole number nearest to `part` of `parts` on the way; halves round up."""
    return start + (2 * part * (end - start) + parts) // (2 * parts)


def sign(number: int) -> int:
    """Return -1, 0 or 1: the step along one axis towards a cell `number` cells away."""
    return (number > 0) - (number < 0)
