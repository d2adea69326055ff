"""Where a cell lies, seen from another one: the distance, and an arrow or words. Pure."""

from typing import Final

from undertide_client.screens.words.grammar import counted
from undertide_shared.geometry import Cell, distance, sign

ARROWS: Final = {
    (0, -1): "↑", (1, -1): "↗", (1, 0): "→", (1, 1): "↘",
    (0, 1): "↓", (-1, 1): "↙", (-1, 0): "←", (-1, -1): "↖",
}  # fmt: skip
"""The arrow for each direction (dx, dy)."""
DIRECTION_WORDS: Final = {
    (0, -1): "north", (1, -1): "north-east", (1, 0): "east", (1, 1): "south-east",
    (0, 1): "south", (-1, 1): "south-west", (-1, 0): "west", (-1, -1): "north-west",
}  # fmt: skip
"""The word for each direction (dx, dy), clockwise from north."""
STEEP: Final = 2
"""A way that goes more than this many times as far one way as the other counts as straight."""


def bearing_words(here: Cell | None, there: Cell) -> str:
    """Return the distance in steps on open ground, and the direction: "12↗".

    It is "here" for the same cell, and empty without a place to start.
    """
    if here is None:
        return ""
    return f"{distance(here, there)}{arrow_to(here, there)}" if here != there else "here"


def arrow_to(here: Cell, there: Cell) -> str:
    """Return the arrow that points from one cell to another one."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    across = 0 if abs(dy) > STEEP * abs(dx) else sign(dx)
    down = 0 if abs(dx) > STEEP * abs(dy) else sign(dy)
    return ARROWS[across, down]


def place_words(here: Cell | None, there: Cell) -> str:
    """Return where a cell lies in words: "4 steps east", "5 east and 2 north".

    A listener can walk by these words: away from the eight directions they count both ways. They
    are "here" for the same cell, and empty without a place to start.
    """
    if here is None:
        return ""
    dx, dy = there[0] - here[0], there[1] - here[1]
    if (dx, dy) == (0, 0):
        return "here"
    if dx == 0 or dy == 0 or abs(dx) == abs(dy):
        return f"{counted(distance(here, there), 'step')} {DIRECTION_WORDS[sign(dx), sign(dy)]}"
    across = f"{abs(dx)} {DIRECTION_WORDS[sign(dx), 0]}"
    down = f"{abs(dy)} {DIRECTION_WORDS[0, sign(dy)]}"
    return f"{across} and {down}" if abs(dx) > abs(dy) else f"{down} and {across}"
