"""Functions that draw into a console's cells: text, bars, frames. They never fail for lack of room.

The arrays of consoles have the shape (height, width), indexed [y, x].
Anything outside the console or the given width is left out.
"""

import re
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.cells import Console
from undertide_client.displays.contrast import TEXT, lifted
from undertide_client.displays.glyphs import FILLER, is_wide
from undertide_client.model.safe import UNREADABLE, is_one_cell
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.palette import Colour

ELLIPSIS: Final = "…"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
EIGHTHS: Final = "▏▎▍▌▋▊▉"
"""Blocks that fill one to seven eighths of a cell."""

HALF: Final = chr(FILLER)
"""What stands in the second cell of a character that takes two."""
PIECES: Final = re.compile(rf"\S{HALF}\s*|(?:(?!\S{HALF})\S)+\s*|\s+")
"""Parts of a line after which it may break."""

MOST_CONSOLES: Final = 32
"""Consoles whose cells are kept at hand. A client has one, a process for visitors one for each."""
LEAST: Final = 8
"""Fewest cells that are left of the longest piece of a line when the others need room."""

Span = tuple[str, Colour]
"""A piece of a line, in one colour."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of the area."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below the area."""
        return self.y + self.height

    def contains(self, x: int, y: int) -> bool:
        """Whether a cell lies in the area."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inner(self, columns: int, rows: int) -> "Area":
        """Return the area without the given columns and rows at each side."""
        width, height = self.width - 2 * columns, self.height - 2 * rows
        return Area(self.x + columns, self.y + rows, max(0, width), max(0, height))


def whole(console: Console) -> Area:
    """Return the area of a whole console."""
    return Area(0, 0, console.width, console.height)


@lru_cache(maxsize=4096)
def in_cells(text: str) -> str:
    """Return `text` with exactly one character for each cell that it takes.

    A filler follows each character that takes two cells. Marks that would join the character before
    them are removed. A character that would control a terminal becomes "?".
    """
    if text.isascii() and text.isprintable():
        return text
    kept = (one for one in text.replace(HALF, "") if unicodedata.category(one)[0] != "M")
    return "".join(map(_cells_of, kept))


def _cells_of(one: str) -> str:
    if is_wide(ord(one)):
        return one + HALF
    return one if is_one_cell(one) else UNREADABLE


def cut(cells: str, width: int) -> str:
    """Return the first `width` cells, without half a character at their end."""
    kept = cells[:width]
    halved = cells[width : width + 1] == HALF and kept
    return f"{kept[:-1]} " if halved else kept


def fitted(text: str, width: int) -> str:
    """Return `text` cut to `width` cells; an ellipsis marks a cut."""
    cells = in_cells(text)
    if len(cells) <= width:
        return cells
    return cut(cells, width - 1) + ELLIPSIS if width > 0 else ""


def column(text: str, width: int) -> str:
    """Return `text` in exactly `width` cells, the last of them free: columns never run together."""
    return f"{fitted(text, width - 1):<{width}}"


def squeezed(spans: Sequence[Span], width: int) -> list[Span]:
    """Return pieces of a line, the longest of them cut as far as all need to fit into `width`."""
    kept = [(in_cells(text), ink) for text, ink in spans]
    excess = sum(len(text) for text, _ in kept) - width
    if excess > 0:
        longest = max(range(len(kept)), key=lambda index: len(kept[index][0].rstrip()))
        text, ink = kept[longest]
        words, room = text.rstrip(), min(len(text), max(LEAST, len(text) - excess))
        kept[longest] = (fitted(words, room) if words == text else column(words, room), ink)
    return kept


@lru_cache(maxsize=1024)
def wrapped(text: str, width: int) -> tuple[str, ...]:
    """Return `text` in lines of at most `width` cells, broken between words where possible.

    A line may end after each character that takes two cells.
    """
    cells, room = in_cells(text), max(1, width)
    if HALF not in cells:
        return tuple(textwrap.wrap(cells, room))
    lines = [""]
    for piece in PIECES.findall(cells):
        for start in range(0, len(piece), room):
            part = piece[start : start + room]
            if len(lines[-1]) + len(part.rstrip()) > room:
                lines.append("")
            lines[-1] += part if lines[-1] else part.lstrip()
    return tuple(line.rstrip() for line in lines)


def draw_text(
    console: Console,
    x: int,
    y: int,
    text: str,
    ink: Colour,
    *,
    paper: Colour | None = None,
    width: int | None = None,
) -> int:
    """Write `text` from (x, y), within `width` cells. Return the column after it.

    Where the ink can't be read on its paper, it becomes as light or as dark as it must.
    """
    cells = _cells(console)
    height, columns = cells.shape
    room = columns - x if width is None else min(width, columns - x)
    line = fitted(text, room)
    if not line or x < 0 or not 0 <= y < height:
        return x
    row = cells[y, x : x + len(line)]
    row["ch"] = _codes(line)
    if paper is not None:
        row["bg"] = paper
    row["fg"] = _readable(ink, row["bg"])
    return x + len(line)


@lru_cache(maxsize=MOST_CONSOLES)
def _cells(console: Console) -> NDArray[np.void]:
    """Return the cells of a console, to draw on them."""
    return console.rgb


@lru_cache(maxsize=4096)
def _codes(line: str) -> NDArray[np.int32]:
    """Return the characters of a line as a console has them: most lines stay as they are."""
    codes = np.array([ord(one) for one in line], np.int32)
    codes.flags.writeable = False
    return codes


def _readable(ink: Colour, papers: NDArray[np.uint8]) -> Colour | NDArray[np.float64]:
    """Return an ink that can be read on each paper, of shape (cells, 3): one for all, or each."""
    each = papers.tobytes()
    if each == each[:3] * len(papers):
        return _readable_on(ink, (each[0], each[1], each[2]))
    return lifted(np.full(papers.shape, ink, np.float64), papers.astype(np.float64), TEXT)


@lru_cache(maxsize=4096)
def _readable_on(ink: Colour, paper: Colour) -> Colour:
    shown = lifted(np.array([ink], np.float64), np.array([paper], np.float64), TEXT)
    red, green, blue = shown[0].astype(int).tolist()
    return red, green, blue


def _line(console: Console, x: int, y: int, text: str, width: int | None = None) -> None:
    """Draw parts of a rule or a frame, which nobody reads."""
    room = console.width - x if width is None else min(width, console.width - x)
    if room <= 0 or x < 0 or not 0 <= y < console.height:
        return
    row = _cells(console)[y, x : x + min(room, len(text))]
    row["ch"] = _codes(text[:room])
    row["fg"] = palette.LINE


def put_right(console: Console, right: int, y: int, text: str, ink: Colour, width: int) -> int:
    """Write `text` so that it ends before column `right`. Return the column of its first cell."""
    line = fitted(text, width)
    draw_text(console, right - len(line), y, line, ink)
    return right - len(line)


def put_centred(console: Console, area: Area, y: int, text: str, ink: Colour) -> None:
    """Write `text` in the middle of an area, in the console's row `y`."""
    line = fitted(text, area.width)
    draw_text(console, area.x + (area.width - len(line)) // 2, y, line, ink)


def put_spans(console: Console, x: int, y: int, spans: Sequence[Span], width: int) -> int:
    """Write pieces of different colours one after another. Return the column after the last."""
    end = x + width
    for text, ink in spans:
        x = draw_text(console, x, y, text, ink, width=end - x)
    return x


def fill(console: Console, area: Area, paper: Colour) -> None:
    """Clear an area and give it a colour."""
    x, y = max(0, area.x), max(0, area.y)
    cells = _cells(console)[y : max(y, area.bottom), x : max(x, area.right)]
    cells[...] = np.array((ord(" "), palette.INK, paper), cells.dtype)


def dim(console: Console, share: float = 0.6) -> None:
    """Darken everything on the console by `share` (0 to 1)."""
    cells = console.rgb
    for name in ("fg", "bg"):
        cells[name] = (cells[name] * (1.0 - share)).astype("uint8")


def rule(console: Console, x: int, y: int, width: int, title: str = "") -> None:
    """Draw a horizontal line, with a title if there is one."""
    _line(console, x, y, "─" * max(0, width), width)
    if title:
        draw_text(console, x, y, f"{title} ", palette.SOFT, width=width)


def bar(
    console: Console, area: Area, share: float, colour: Colour, spans: tuple[str, str] = ("", "")
) -> None:
    """Draw a bar in an area's first row: `share` of it filled (0 to 1), with text at both ends."""
    x, y, width = area.x, area.y, min(area.width, console.width - area.x)
    if width <= 0 or not 0 <= y < console.height:
        return
    eighths = round(min(1.0, max(0.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    row = console.rgb[y, x : x + width]
    row["ch"] = ord(" ")
    row["fg"] = colour
    row["bg"] = palette.FIELD
    row["bg"][:full] = colour
    if rest:
        row["ch"][full] = ord(EIGHTHS[rest - 1])
    left, right = spans
    end = draw_text(console, x + 1, y, left, palette.BRIGHT, width=width - 2)
    put_right(console, x + width - 1, y, right, palette.BRIGHT, x + width - 2 - end)


def frame(console: Console, area: Area, title: str = "", footer: str = "") -> Area:
    """Draw an empty box with a title and a footer. Return the area inside its margin."""
    fill(console, area, palette.BOX)
    horizontal = "─" * (area.width - 2)
    _line(console, area.x, area.y, f"╭{horizontal}╮", area.width)
    _line(console, area.x, area.bottom - 1, f"╰{horizontal}╯", area.width)
    for y in range(area.y + 1, area.bottom - 1):
        _line(console, area.x, y, "│")
        _line(console, area.right - 1, y, "│")
    _label(console, area, area.y, title, palette.GOLD)
    _label(console, area, area.bottom - 1, footer, palette.SOFT)
    return area.inner(2, 1)


def _label(console: Console, area: Area, y: int, text: str, ink: Colour) -> None:
    if text:
        draw_text(console, area.x + 2, y, f" {fitted(text, area.width - 6)} ", ink)


def popup(console: Console, width: int, height: int, title: str = "", footer: str = "") -> Area:
    """Darken the console and draw a box in its middle. Return the area inside the box."""
    dim(console)
    width, height = min(width, console.width), min(height, console.height)
    x, y = (console.width - width) // 2, (console.height - height) // 2
    return frame(console, Area(x, y, width, height), title, footer)
