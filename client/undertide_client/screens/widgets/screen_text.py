"""What a screen tells a player who hears it or reads it line by line. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from undertide_client.screens.widgets.drawing import HALF, TIMES, Span
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.palette import Colour

UNBROKEN: Final = 4000
"""Width in cells at which no line of a screen is broken or cut: the longest text is shorter."""
GLYPH: Final = 3
"""Most characters of a span that is only a glyph and a gap: the name after it says the same."""
COLUMNS: Final = re.compile(r" {2,}")
"""The gap between two columns."""
SIGNS: Final = {
    "▲": "more",
    "▼": "less",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    "♛": "the boss",
    "†": "dead:",
    "\N{MINUS SIGN}": "minus ",
    **dict.fromkeys("◂▸»▏▶◷◉●○", ""),
    HALF: "",
}
"""Signs of the screens, with the word that a screen reader should say for each."""
BY: Final = re.compile(f" *{TIMES} *")
"""The sign of a factor, and the gaps around it."""
SIGN: Final = re.compile("|".join(map(re.escape, SIGNS)))


@dataclass(frozen=True, slots=True)
class ScreenText:
    """A screen's content in lines of text."""

    title: str = ""
    lines: tuple[str, ...] = ()
    """What there is to read."""
    choices: tuple[str, ...] = ()
    """What there is to choose from."""
    names: tuple[str, ...] = ()
    """A short name of each choice: its letter; empty for those that have only their number."""
    chosen: int = -1
    """The index of the choice that Enter takes; -1 for none."""
    detail: tuple[str, ...] = ()
    """What is told about the chosen one."""
    hints: Hints = ()
    asks: str = ""
    """What the player shall write; empty if the screen waits for commands."""
    is_filter: bool = False
    """Whether what the player writes narrows the choices, so that Enter does not follow it."""
    is_secret: bool = False
    """Whether nobody should see what the player writes."""


def plain_text(text: str) -> str:
    """Return text in words alone: signs become words, and gaps between columns commas."""
    words = SIGN.sub(lambda found: SIGNS[found[0]], BY.sub(" times ", text)).strip()
    return COLUMNS.sub(", ", words).replace(",, ", ", ").replace(":, ", ": ")


def plain_row(row: Sequence[Span]) -> str:
    """Return a row of a screen as plain text, without the glyphs before names."""
    return plain_text("".join(_without_glyphs(row)))


def _without_glyphs(row: Sequence[Span]) -> list[str]:
    texts = [text for text, _ in row]
    kept = [text for index, text in enumerate(texts) if not _is_glyph(text, first=index == 0)]
    return kept or texts


def _is_glyph(text: str, *, first: bool) -> bool:
    """Return whether a span is a glyph and a gap. Only the first may be a letter or a digit."""
    is_short = len(text.rstrip()) == 1 < len(text) <= GLYPH
    return is_short and (first or not (text[0].isascii() and text[0].isalnum()))


def headed_row(heads: Sequence[Span], row: Sequence[Span]) -> str:
    """Return a row of a table as plain text, each cell after the head of its column.

    A first cell without a head is the row's name. Where there are no heads, or they are not those
    of the cells, the row is as `plain_row` makes it.
    """
    if len(heads) > 1:
        spans = zip_longest(_without_glyphs(heads), _without_glyphs(row), fillvalue="")
        pairs = [(head.strip(), cell.strip()) for head, cell in spans if cell.strip()]
        return ", ".join(plain_text(f"{head} {cell}") for head, cell in pairs)
    names, cells = _parts(heads), _parts(row)
    name = [cells.pop(0)] if len(cells) == len(names) + 1 else []
    if not heads or len(cells) != len(names):
        return plain_row(row)
    told = (f"{head} {cell}" for head, cell in zip(names, cells, strict=True))
    return plain_text(": ".join([*name, ", ".join(told)]))


def _parts(row: Sequence[Span]) -> list[str]:
    """Return the parts of a row between the gaps of its columns."""
    return COLUMNS.split("".join(_without_glyphs(row)).strip())


def plain_rows(rows: Iterable[Sequence[tuple[str, Colour]]]) -> tuple[str, ...]:
    """Return rows of a screen as plain text, without empty ones."""
    return tuple(text for row in rows if (text := plain_row(row)))
