"""The question before an action that nobody can undo."""

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop
from undertide_client.screens.widgets.drawing import draw_text, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui

WIDTH = 60


class ConfirmScreen(Screen):
    """A question that states the consequences, and does the action if the player agrees.

    Enter does not agree: it opened this screen, and the player may still hold it.
    """

    def __init__(self, ui: Ui, title: str, text: str, verb: str, actions: Actions) -> None:
        super().__init__(ui)
        self._title, self._text, self._verb = title, text, verb
        self._actions = actions

    def draw(self, console: Console) -> None:
        """Draw the question."""
        lines = wrapped(self._text, WIDTH - 4)
        inside = self.box(console, (WIDTH, len(lines) + 2), self._title, self._hints())
        for row, line in enumerate(lines):
            draw_text(console, inside.x, inside.y + row, line, palette.INK, width=inside.width)

    def _hints(self) -> Hints:
        pairs = ((Command.YES, self._verb), (Command.NO, "cancel"))
        return self.ui.hints(Context.WARNING, *pairs)

    def as_text(self) -> ScreenText:
        """Return the question."""
        return ScreenText(self._title, (self._text,), hints=self._hints())

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of questions about what can't be undone."""
        return (Context.WARNING,)

    def press(self, key: str) -> Actions:
        """Do the action, or go back."""
        match self.ui.command(Context.WARNING, key):
            case Command.YES:
                return (Pop(), *self._actions)
            case Command.NO:
                return (Pop(),)
            case _:
                return NOTHING
