"""Hints: keys and what they do here. A click on a hint presses its key."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from undertide_client.displays.cells import Console
from undertide_client.keys import shown
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, Span, put_spans
from undertide_client.screens.widgets.palette import Colour

GAP: Final = "  "
"""The gap between two hints."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A key, by its normalised name, and what it does. Without a key, only words."""

    key: str
    words: str

    @property
    def text(self) -> str:
        """The hint as the screen shows it: "Esc back"."""
        return f"{shown(self.key)} {self.words}" if self.key else self.words


Hints = Sequence[Hint]


def hints_text(hints: Hints) -> str:
    """Return hints as one line."""
    return GAP.join(hint.text for hint in hints)


def hint_spans(hints: Hints, ink: Colour) -> list[Span]:
    """Return hints as pieces of one line: each key has a colour of its own."""
    spans: list[Span] = []
    for hint in hints:
        if spans:
            spans.append((GAP, ink))
        if hint.key:
            spans.append((shown(hint.key), palette.GOLD))
        spans.append((f" {hint.words}" if hint.key else hint.words, ink))
    return spans


def fitting(hints: Hints, width: int) -> Hints:
    """Return the first hints that fit into `width` cells."""
    count = len(hints)
    while count and len(hints_text(hints[:count])) > width:
        count -= 1
    return hints[:count]


class Spots:
    """The areas of the drawn hints, for clicks on them."""

    def __init__(self) -> None:
        self._keys: list[tuple[Area, str]] = []

    def clear(self) -> None:
        """Forget all hints: something was drawn over them."""
        self._keys.clear()

    def key_at(self, x: int, y: int) -> str:
        """Return the key of the hint at a cell of the console; empty if there is none."""
        return next((key for area, key in self._keys if area.contains(x, y)), "")

    def place(self, x: int, y: int, hints: Hints, width: int) -> None:
        """Note that hints stand in a row from (x, y) on, within `width` cells."""
        right = x + width
        for hint in hints:
            end = x + len(hint.text)
            if hint.key and end <= right:
                self._keys.append((Area(x, y, end - x, 1), hint.key))
            x = end + len(GAP)

    def draw(self, console: Console, x: int, y: int, hints: Hints, ink: Colour, width: int) -> None:
        """Write hints from (x, y) on, within `width` cells, and note where they stand."""
        put_spans(console, x, y, hint_spans(hints, ink), width)
        self.place(x, y, hints, width)
