"""The part of a screen that a smaller terminal shows, and the notice about the rest.

Pure. Sizes are (columns, rows), positions are cells (x, y).
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from undertide_client.displays.base import DisplayEvent, KeyPress, MousePress
from undertide_client.displays.cells import Cells, blank_cells

Size = tuple[int, int]
SCROLL_KEYS: Final = {
    "ctrl+left": (-1, 0),
    "ctrl+right": (1, 0),
    "ctrl+up": (0, -1),
    "ctrl+down": (0, 1),
}
_STEP: Final = (8, 4)
"""Columns and rows of one scroll. Cells are twice as high as wide, so both cover equal
distances."""
_NOTICE_INK: Final = 0x000000
_NOTICE_PAPER: Final = 0xD8B040


@dataclass(frozen=True, slots=True)
class Viewport:
    """The screen's cell at the top left of the terminal."""

    x: int = 0
    y: int = 0


def fits(screen: Size, terminal: Size) -> bool:
    """Return whether the terminal shows all of the screen."""
    return screen[0] <= terminal[0] and screen[1] <= terminal[1]


def notice(screen: Size, terminal: Size) -> str:
    """Return the notice about the hidden part, in a wording that fits the columns."""
    sizes = f"{terminal[0]}×{terminal[1]}", f"{screen[0]}×{screen[1]}"  # noqa: RUF001 (as shown)
    wordings = (
        f"terminal {sizes[0]} is smaller than the screen {sizes[1]}: ctrl+arrows scroll",
        f"{sizes[0]} of {sizes[1]}: ctrl+arrows scroll; the page fits any screen",
        f"{sizes[0]} of {sizes[1]}: ctrl+arrows scroll",
        "ctrl+arrows scroll",
    )
    fitting = (each for each in wordings if len(each) <= terminal[0])
    return next(fitting, wordings[-1][: terminal[0]])


def clamp(viewport: Viewport, screen: Size, terminal: Size) -> Viewport:
    """Return the nearest viewport without empty cells beyond the screen."""
    width, height = _room(screen, terminal)
    return Viewport(
        min(max(viewport.x, 0), max(screen[0] - width, 0)),
        min(max(viewport.y, 0), max(screen[1] - height, 0)),
    )


def scroll(viewport: Viewport, key: str, screen: Size, terminal: Size) -> Viewport:
    """Return the viewport after `key`, one of `SCROLL_KEYS`."""
    dx, dy = SCROLL_KEYS[key]
    moved = replace(viewport, x=viewport.x + dx * _STEP[0], y=viewport.y + dy * _STEP[1])
    return clamp(moved, screen, terminal)


def screen_cell(
    viewport: Viewport, place: tuple[int, int], screen: Size, terminal: Size
) -> tuple[int, int] | None:
    """Return the screen's cell shown at `place` of the terminal; None if there is none."""
    width, height = _room(screen, terminal)
    x, y = place
    if not (0 <= x < min(width, screen[0]) and 0 <= y < min(height, screen[1])):
        return None
    return viewport.x + x, viewport.y + y


def compose(screen: Cells, viewport: Viewport, terminal: Size) -> Cells:
    """Return the terminal's picture: the visible part, blanks around it, the notice below it."""
    if screen.size == terminal:
        return screen
    shown = blank_cells(terminal)
    width, height = _room(screen.size, terminal)
    part = np.s_[viewport.y : viewport.y + height, viewport.x : viewport.x + width]
    for target, source in (
        (shown.codes, screen.codes),
        (shown.ink, screen.ink),
        (shown.paper, screen.paper),
    ):
        visible = source[part]
        target[: visible.shape[0], : visible.shape[1]] = visible
    if height < terminal[1]:
        _write_notice(shown, notice(screen.size, terminal))
    return shown


def _room(screen: Size, terminal: Size) -> Size:
    """Return the columns and rows for the screen. The notice takes the last of several rows."""
    if fits(screen, terminal) or terminal[1] < 2:
        return terminal
    return terminal[0], terminal[1] - 1


def _write_notice(cells: Cells, text: str) -> None:
    line = text.ljust(cells.size[0])
    cells.codes[-1] = [ord(each) for each in line]
    cells.ink[-1] = _NOTICE_INK
    cells.paper[-1] = _NOTICE_PAPER


UNKNOWN_SIZE = (80, 24)
"""Columns and rows of a terminal that doesn't report its size, such as a serial line."""
MAX_SIZE = (500, 200)
"""Most columns and rows to use: larger than on any desktop, and a bound for memory."""


def usable(size: Size) -> Size:
    """Return the columns and rows to use of a terminal that reports `size`."""
    if not all(size):
        return UNKNOWN_SIZE
    return min(size[0], MAX_SIZE[0]), min(size[1], MAX_SIZE[1])


class Pane:
    """The part of the latest screen that a terminal shows, and the keys that scroll it."""

    def __init__(self) -> None:
        self._viewport = Viewport()
        self._screen: Cells | None = None

    def show(self, screen: Cells) -> None:
        """Note the latest screen."""
        self._screen = screen

    def picture(self, terminal: Size) -> Cells | None:
        """Return the cells for a terminal of this size; None before the first screen."""
        if self._screen is None:
            return None
        self._viewport = clamp(self._viewport, self._screen.size, terminal)
        return compose(self._screen, self._viewport, terminal)

    def scrolls(self, event: DisplayEvent, terminal: Size) -> bool:
        """Scroll if an event asks for that. Return whether it did."""
        screen = self._screen
        if screen is None or not isinstance(event, KeyPress) or event.key not in SCROLL_KEYS:
            return False
        if fits(screen.size, terminal):
            return False
        self._viewport = scroll(self._viewport, event.key, screen.size, terminal)
        return True

    def on_screen(self, event: DisplayEvent, terminal: Size) -> DisplayEvent | None:
        """Return `event` in the screen's coordinates; None for a click beside the screen."""
        if self._screen is None or not isinstance(event, MousePress):
            return event
        place = event.x, event.y
        cell = screen_cell(self._viewport, place, self._screen.size, terminal)
        return MousePress(*cell, event.button) if cell else None
