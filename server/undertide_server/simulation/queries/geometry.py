"""Distances between cells."""


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return how many moves two cells are apart on open ground."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def sign(number: int) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)
