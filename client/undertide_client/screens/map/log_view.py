"""The last lines of the log in the colours of their tones, with repeated lines counted."""

from collections.abc import Iterable
from dataclasses import dataclass

from undertide_client.displays.cells import Console
from undertide_client.model.logbook import LogLine
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import (
    TIMES,
    Area,
    Span,
    fill,
    in_cells,
    put_spans,
    wrapped,
)
from undertide_client.screens.widgets.palette import Colour, blend, legible, rgb


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log, and how often it came in a row."""

    line: LogLine
    count: int

    @property
    def text(self) -> str:
        """The whole line, as the player reads it."""
        spoken = f"{self.line.speaker}: " if self.line.speaker else ""
        repeated = f" {TIMES}{self.count}" if self.count > 1 else ""
        return f"{spoken}{self.line.text}{repeated}"


def folded(lines: Iterable[LogLine]) -> list[Entry]:
    """Return the lines as entries: equal neighbours become one."""
    entries: list[Entry] = []
    for line in lines:
        if entries and entries[-1].line == line:
            entries[-1] = Entry(line, entries[-1].count + 1)
        else:
            entries.append(Entry(line, 1))
    return entries


def rows_of(entries: Iterable[Entry], width: int) -> list[tuple[Span, ...]]:
    """Return the entries as rows of at most `width` cells. Continued rows are indented."""
    return [row for entry in entries for row in _rows(entry, width)]


def _rows(entry: Entry, width: int) -> list[tuple[Span, ...]]:
    ink = palette.TONES[entry.line.tone]
    first, *others = wrapped(entry.text, width - 2) or ("",)
    rows = [(_speaker(entry, first) or ((first, ink),))]
    return rows + [((f"  {line}", ink),) for line in others]


def _speaker(entry: Entry, first: str) -> tuple[Span, ...]:
    """Return a chat line's first row, with the name in the speaker's colour; empty if no chat."""
    name = in_cells(f"{entry.line.speaker}: ")
    if not entry.line.speaker or not first.startswith(name):
        return ()
    ink = palette.TONES[entry.line.tone]
    return ((name, legible(rgb(entry.line.colour))), (first.removeprefix(name), ink))


def draw_log(console: Console, area: Area, lines: Iterable[LogLine]) -> None:
    """Draw the last lines that fit, the newest last and brightest."""
    fill(console, area, palette.PANEL)
    inside = area.inner(1, 0)
    # Each entry takes at least one row, so earlier entries can't be visible.
    rows = rows_of(folded(lines)[-area.height :], inside.width)[-area.height :]
    for index, row in enumerate(rows):
        age = len(rows) - 1 - index
        put_spans(console, inside.x, inside.y + index, _aged(row, age), inside.width)


def _aged(row: tuple[Span, ...], age: int) -> tuple[Span, ...]:
    share = min(0.55, age * 0.14)
    return tuple((text, _faded(ink, share)) for text, ink in row)


def _faded(ink: Colour, share: float) -> Colour:
    return blend(ink, palette.PANEL, share)
