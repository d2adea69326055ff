"""What every screen is."""

from tcod.console import Console

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import NOTHING, Actions, Pop
from undertide_client.screens.widgets.drawing import Area, popup, put
from undertide_client.screens.widgets.hints import Hints, hints_text
from undertide_client.screens.widgets.ui import Ui


class Screen:
    """Something that draws itself and turns what the player does into actions.

    A screen with `covers` leaves nothing of those below it visible; the others are drawn over them.
    """

    covers = False

    def __init__(self, ui: Ui) -> None:
        self.ui = ui

    def draw(self, console: Console) -> None:
        """Draw onto a console made with order="C", of at least 80 columns and 24 rows."""
        raise NotImplementedError

    def press(self, key: str) -> Actions:
        """Return what a key, by its normalised name, asks for."""
        raise NotImplementedError

    def paste(self, _text: str, /) -> Actions:
        """Return what pasted text asks for; only where text is written, it asks for anything."""
        return NOTHING

    def click(self, _x: int, _y: int, right: bool, /) -> Actions:
        """Return what a click on a cell of the console asks for; the right button goes back.

        A click on a hint is none: it presses the hint's key.
        """
        return (Pop(),) if right else NOTHING

    def turn_wheel(self, _up: bool, /) -> Actions:
        """Return what a turn of the mouse's wheel asks for."""
        return NOTHING

    def box(self, console: Console, size: tuple[int, int], title: str, hints: Hints = ()) -> Area:
        """Draw a box of (columns, rows) over what is there; return what is inside.

        What was drawn below can't be clicked on any more. A notice, which the log below would
        hide, stands in place of the hints.
        """
        notice = self.ui.notice
        inside = popup(console, *size, title, notice or hints_text(hints))
        foot, width = (inside.x + 1, inside.bottom), inside.width - 2
        self.ui.spots.clear()
        if notice:
            put(console, *foot, notice, palette.WARNING, paper=palette.BOX, width=width)
        else:
            self.ui.spots.place(*foot, hints, width)
        return inside
