"""The base of every screen, and the actions that screens answer input with."""

from dataclasses import dataclass

from undertide_client.displays.cells import Console
from undertide_client.keys import Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, SimpleAction
from undertide_client.screens.widgets.drawing import Area, draw_text, popup
from undertide_client.screens.widgets.hints import Hints, hints_text
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui


@dataclass(frozen=True, slots=True)
class Push:
    """Put a screen on top of the stack."""

    screen: "Screen"


Action = Push | SimpleAction
Actions = tuple[Action, ...]
NOTHING: Actions = ()


class Screen:
    """A part of the display that draws itself and turns the player's input into actions.

    A screen with `covers` hides all screens below it. Any other screen is drawn over them.
    """

    covers = False
    context: Context | None = None
    """The keys of this screen, which the help describes; None if it chooses among several."""

    def __init__(self, ui: Ui) -> None:
        self.ui = ui

    def draw(self, console: Console) -> None:
        """Draw onto a console of at least 80 columns and 24 rows."""
        raise NotImplementedError

    def as_text(self) -> ScreenText:
        """Return the content of this screen in lines of text, as it is now."""
        raise NotImplementedError

    def contexts(self) -> tuple[Context, ...]:
        """Return the contexts in which this screen looks up its keys now."""
        return (self.context,) if self.context is not None else ()

    def press(self, key: str) -> Actions:
        """Return the actions for a key, given by its normalised name."""
        raise NotImplementedError

    def pick(self, _index: int, /) -> Actions:
        """Return the actions for the name of one of the told choices; it becomes the chosen one."""
        return NOTHING

    def paste(self, _text: str, /) -> Actions:
        """Return the actions for pasted text. Only screens with a text field take it."""
        return NOTHING

    def click(self, _x: int, _y: int, right: bool, /) -> Actions:
        """Return the actions for a click on a cell of the console. The right button goes back.

        A click on a hint never comes here: it presses the hint's key.
        """
        return (Pop(),) if right else NOTHING

    def turn_wheel(self, _up: bool, /) -> Actions:
        """Return the actions for a turn of the mouse wheel."""
        return NOTHING

    def box(self, console: Console, size: tuple[int, int], title: str, hints: Hints = ()) -> Area:
        """Draw a box of (columns, rows) over the console. Return the area inside.

        Hints below the box can no longer be clicked. A notice replaces the box's hints, since the
        box may hide it in the log.
        """
        notice = self.ui.notice
        inside = popup(console, *size, title, notice or hints_text(hints))
        foot, width = (inside.x + 1, inside.bottom), inside.width - 2
        self.ui.spots.clear()
        if notice:
            draw_text(console, *foot, notice, palette.WARNING, paper=palette.BOX, width=width)
        else:
            self.ui.spots.draw(console, *foot, hints, palette.SOFT, width)
        return inside
