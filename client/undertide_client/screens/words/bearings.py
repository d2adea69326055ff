"""Where a cell lies, seen from another, in words. Pure."""

from math import atan2, pi

from undertide_shared.geometry import Cell, distance

WINDS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")
"""The directions on a map whose rows go down, from the right on, clockwise."""


def bearing_words(here: Cell, there: Cell) -> str:
    """Return the distance in steps on open ground, and the direction: "12 north-east"."""
    if here == there:
        return "here"
    turn = atan2(there[1] - here[1], there[0] - here[0]) / (2 * pi)
    return f"{distance(here, there)} {WINDS[round(turn * len(WINDS)) % len(WINDS)]}"
