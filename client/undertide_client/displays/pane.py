"""The part of a screen that a terminal shows, whichever display draws it.

Pure.
"""

from undertide_client.displays.base import DisplayEvent, KeyPress, MousePress
from undertide_client.displays.cells import Cells
from undertide_client.displays.viewport import (
    SCROLL_KEYS,
    Size,
    Viewport,
    clamp,
    compose,
    fits,
    screen_cell,
    scroll,
)

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
