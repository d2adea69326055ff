"""Hints: keys and what they do here. A click on one presses its key."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tcod.console import Console

from undertide_client.keys import shown
from undertide_client.screens.widgets.drawing import Area, put
from undertide_client.screens.widgets.palette import Colour

GAP: Final = "  "
"""Between two hints."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A key, by its normalised name, and what it does; without a key only words."""

    key: str
    words: str

    @property
    def text(self) -> str:
        """The hint as it is shown: "Esc back"."""
        return f"{shown(self.key)} {self.words}" if self.key else self.words


Hints = Sequence[Hint]


def hints_text(hints: Hints) -> str:
    """Return hints as one line."""
    return GAP.join(hint.text for hint in hints)


def fitting(hints: Hints, width: int) -> Hints:
    """Return the first hints, as many as fit into so many cells."""
    count = len(hints)
    while count and len(hints_text(hints[:count])) > width:
        count -= 1
    return hints[:count]


class Spots:
    """Where the hints stand that were drawn last, so that they can be clicked on."""

    def __init__(self) -> None:
        self._keys: list[tuple[Area, str]] = []

    def clear(self) -> None:
        """Forget all: something was drawn over them."""
        self._keys.clear()

    def key_at(self, x: int, y: int) -> str:
        """Return the key of the hint at a cell of the console; empty if there is none."""
        return next((key for area, key in self._keys if area.contains(x, y)), "")

    def place(self, x: int, y: int, hints: Hints, width: int) -> None:
        """Note that hints stand in a row from (x, y) on, within so many cells."""
        right = x + width
        for hint in hints:
            end = x + len(hint.text)
            if hint.key and end <= right:
                self._keys.append((Area(x, y, end - x, 1), hint.key))
            x = end + len(GAP)

    def draw(self, console: Console, x: int, y: int, hints: Hints, ink: Colour, width: int) -> None:
        """Write hints from (x, y) on, within so many cells."""
        put(console, x, y, hints_text(hints), ink, width=width)
        self.place(x, y, hints, width)
