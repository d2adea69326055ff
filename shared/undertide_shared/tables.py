"""Tables of text, for the terminals and the pipes that commands print to."""

from collections.abc import Collection, Sequence
from typing import Final

from wcwidth import wcswidth

GAP: Final = "  "
"""Between two columns."""


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()
) -> str:
    """Return lines with a column under each heading, as wide as its widest word.

    Columns whose headings are in `right` are aligned to the right. Without headings there is no
    line for them. Every row has as many words as there are columns; words hold nothing that steers
    a terminal.
    """
    lines = [headings, *rows] if headings else rows
    columns = list(zip(*lines, strict=True))
    widths = [max(map(_cells, column)) for column in columns]
    sides = [column[0] in right for column in columns]
    return "\n".join(GAP.join(map(_padded, line, widths, sides)).rstrip() for line in lines)


def _padded(word: str, width: int, to_right: bool) -> str:
    space = " " * (width - _cells(word))
    return space + word if to_right else word + space


def _cells(word: str) -> int:
    """Return how many cells of a terminal a word fills; at least 0, whatever is in it."""
    return max(0, wcswidth(word))
