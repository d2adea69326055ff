"""The two displays: a real terminal, and a window of its own. Screens draw for both alike.

A screen is a `Console`. A display shows it and reports the player's actions.
"""

import os
from typing import assert_never

from undertide_client.displays.base import ColourChoice, Display, DisplayName, FontSize

__all__ = ["open_display", "shows_lines"]


def shows_lines(name: DisplayName) -> bool:
    """Return whether the display called `name` can show the lines of joined walls."""
    if name == "window":
        return True
    # Windows, which has no terminal display, has no termios either.
    from undertide_client.displays.terminal import is_unicode  # noqa: PLC0415

    return is_unicode(os.environ)


def open_display(
    name: DisplayName, colours: ColourChoice = "auto", font_size: FontSize = "auto"
) -> Display:
    """Return the display called `name`. Entering it takes the terminal or opens the window.

    `colours` is the colour depth of a terminal, `font_size` the size of a window's cells. Each has
    no effect on the other display. Raises DisplayUnavailableError, here or on entering, if this
    display can't work.
    """
    # Import only where needed: SDL is a burden to a terminal, and Windows has no termios.
    match name:
        case "terminal":
            from undertide_client.displays.terminal import terminal_of_process  # noqa: PLC0415

            return terminal_of_process(colours)
        case "window":
            from undertide_client.displays.window import WindowDisplay  # noqa: PLC0415

            return WindowDisplay(font_size)
        case _:
            assert_never(name)
