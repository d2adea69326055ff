"""The code that brings a visitor without an ssh key back to a seat: told once, and asked for."""

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import LeaveGame, Pop, RunCommand
from undertide_client.screens.widgets.drawing import draw_text, fill, put_centred, whole, wrapped
from undertide_client.screens.widgets.form import Writing
from undertide_client.screens.widgets.form_screen import FormScreen
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.errors import BadTextError

WIDTH = 60
TITLE = "The way back"
MAX_TYPED = 40
"""Characters of a code that a visitor may type: spaces count, but not for the code."""
RETURN = ("return",)
"""The words of the choice to come back; the code follows."""
GO_ON = ("go on",)
"""The words of the choice to go on, once the visitor has read the code."""
WHY = (
    "You came without an ssh key. If you leave, or your connection breaks, this code brings you "
    "back to your seat:"
)
HOW = (
    "Write it down now: nobody can show it to you again. Then come back with the code in place of "
    "your name, before the @ of ssh, or choose that on the title screen. An ssh key of your own "
    "makes codes needless."
)


class SeatCodeScreen(Screen):
    """A new code, and what it is for. Enter doesn't go on: the visitor may still hold it."""

    covers = True

    def __init__(self, ui: Ui, code: str) -> None:
        super().__init__(ui)
        self._code = code

    def draw(self, console: Console) -> None:
        """Draw the code and the words around it."""
        fill(console, whole(console), palette.PAPER)
        above, below = wrapped(WHY, WIDTH - 4), wrapped(HOW, WIDTH - 4)
        height = len(above) + len(below) + 5
        inside = self.box(console, (WIDTH, height), TITLE, self._hints())
        for row, line in enumerate(above):
            draw_text(console, inside.x, inside.y + row, line, palette.INK, width=inside.width)
        put_centred(console, inside, inside.y + len(above) + 1, self._code, palette.GOLD)
        for row, line in enumerate(below, len(above) + 3):
            draw_text(console, inside.x, inside.y + row, line, palette.SOFT, width=inside.width)

    def _hints(self) -> Hints:
        pairs = ((Command.YES, "I have noted it"), (Command.NO, "back"))
        return self.ui.hints(Context.WARNING, *pairs)

    def as_text(self) -> ScreenText:
        """Return the code and the words around it."""
        return ScreenText(TITLE, (WHY, self._code, HOW), hints=self._hints())

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of questions about what can't be undone."""
        return (Context.WARNING,)

    def press(self, key: str) -> Actions:
        """Go on, or go back to the title screen."""
        match self.ui.command(Context.WARNING, key):
            case Command.YES:
                return (RunCommand(GO_ON),)
            case Command.NO:
                return (LeaveGame(),)
            case _:
                return NOTHING


class ReturnScreen(FormScreen):
    """The form for the code of a seat."""

    verb = "come back"

    def __init__(self, ui: Ui) -> None:
        self._code = Writing("Code", "Eight letters and digits, such as abcd-efgh", MAX_TYPED)
        super().__init__(ui, self._code)

    def heading(self) -> str:
        """Return what the form is for."""
        return "Come back with a code"

    def finish(self) -> Actions:
        """Come back with the code. Raises BadTextError if there is none."""
        typed = self._code.text.strip()
        if not typed:
            raise BadTextError("type the code that you were shown")
        return (RunCommand((*RETURN, typed)),)

    def back(self) -> Actions:
        """Return to the title screen."""
        return (Pop(),)
