"""Texts about callings (R7). Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Span, column, wrapped
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.ability_words import ability_rows
from undertide_shared.messages import CallingInfo

NAME_WIDTH: Final = 16
"""Width of the column of names, in cells."""
FIGURE_WIDTH: Final = 8
"""Width of the column of one figure, in cells."""


def figure_heads(callings: Sequence[CallingInfo]) -> str:
    """Return the heads of the columns of `calling_line`; empty if the server tells no figures."""
    figures = callings[0].figures if callings else []
    heads = "".join(f"{name:>{FIGURE_WIDTH}}" for name, _ in figures)
    return f"{column('', NAME_WIDTH)}{heads}" if heads else ""


def calling_line(calling: CallingInfo) -> Row:
    """Return a calling's name and its figures, in columns."""
    figures = "".join(f"{figure:>{FIGURE_WIDTH}}" for _, figure in calling.figures)
    name: Span = (column(calling.name, NAME_WIDTH), palette.INK)
    return (name, (figures, palette.SOFT)) if figures else (name,)


def calling_rows(ui: Ui, calling: CallingInfo, width: int) -> Iterator[Row]:
    """Yield lines about a calling: how it plays, what it begins with, and its abilities."""
    for line in wrapped(calling.plays or calling.description, width):
        yield ((line, palette.BRIGHT),)
    for line in wrapped(_beginning(calling), width):
        yield ((line, palette.GOLD),)
    yield from ability_rows(ui, calling.abilities, width)


def _beginning(calling: CallingInfo) -> str:
    """Return what a calling begins with: "Begins with oak staff; knows slow."; empty if unknown."""
    things = [name if count == 1 else f"{count} {name}" for name, count in calling.start]
    carried = f"begins with {', '.join(things)}" if things else ""
    known = f"knows {', '.join(calling.spells)}" if calling.spells else ""
    words = "; ".join(filter(None, (carried, known)))
    return f"{words[0].upper()}{words[1:]}." if words else ""
