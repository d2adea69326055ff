"""Where a cell lies, seen from another one: the distance, and an arrow. Pure."""

from typing import Final

from undertide_shared.geometry import Cell, distance, sign

ARROWS: Final = {
    (0, -1): "↑", (1, -1): "↗", (1, 0): "→", (1, 1): "↘",
    (0, 1): "↓", (-1, 1): "↙", (-1, 0): "←", (-1, -1): "↖",
}  # fmt: skip
"""The arrow for each direction (dx, dy)."""
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
