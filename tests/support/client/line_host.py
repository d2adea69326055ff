"""A stack of screens for tests of the client line by line, without a link to a server."""

from undertide_client.app.stack import ScreenStack
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.actions import Home, Pop, ShowNote
from undertide_client.screens.widgets.screen import Action, Actions, Push, Screen
from undertide_client.screens.widgets.ui import Ui


class FakeLineHost:
    """Satisfies `LineHost`. It keeps the actions that no stack of screens can carry out."""

    is_settled = True

    def __init__(self, ui: Ui, *screens: Screen) -> None:
        self.ui = ui
        self.is_closed = False
        self.done: list[Action] = []
        self.keys: list[str] = []
        self._stack = ScreenStack(MapScreen(ui))
        for screen in screens:
            self._stack.change(Push(screen))

    @property
    def top(self) -> Screen:
        """Return the screen that gets the keys."""
        return self._stack.top

    def press(self, key: str) -> None:
        """Pass a key to the top screen."""
        self.keys.append(key)
        self.perform(self.top.press(key))

    def perform(self, actions: Actions) -> None:
        """Change the stack, or keep the action."""
        for action in actions:
            match action:
                case Push() | Pop() | Home():
                    self._stack.change(action)
                case ShowNote(text=text):
                    self.ui.mirror.add_note(text)
                case _:
                    self.done.append(action)

    def close(self) -> None:
        """Note that the player is gone."""
        self.is_closed = True
