"""The title screen at work: a display, the screens on it, and the player's choice."""

import asyncio
from collections.abc import Sequence
from typing import Final

from tcod.console import Console

from undertide_client.app.preferences import PlayerSettings
from undertide_client.app.stack import ScreenStack
from undertide_client.displays.base import (
    Closed,
    Display,
    DisplayEvent,
    KeyPress,
    MousePress,
    MouseWheel,
    Pasted,
)
from undertide_client.screens.menus.title_screen import TitleEntry, TitleScreen
from undertide_client.screens.widgets.actions import (
    Actions,
    Home,
    LeaveGame,
    Pop,
    Push,
    RunCommand,
)
from undertide_client.screens.widgets.layout import screen_size
from undertide_client.screens.widgets.ui import Ui

RESIZE_SECONDS: Final = 0.25
"""Seconds between two looks at the display's size: some terminals don't tell of a change."""

Choice = tuple[str, ...] | None
"""The words of a command, or None when the player leaves."""


async def choose(
    display: Display, settings: PlayerSettings, entries: Sequence[TitleEntry], failure: str = ""
) -> Choice:
    """Show the title screen until the player chooses, and return the choice.

    `failure` says why the last command failed. Raises the errors of entering the display.
    """
    ui = Ui("", "", keymap=settings.keymap, keys_file=settings.keys_file)
    title = Title(display, ui, TitleScreen(ui, entries, failure))
    with display:
        while not title.over:
            title.present()
            try:
                async with asyncio.timeout(RESIZE_SECONDS):
                    event = await display.next_event()
            except TimeoutError:
                continue
            title.handle(event)
    return title.choice


class Title:
    """The stack of screens before a game. Once `over`, `choice` is what the player chose."""

    def __init__(self, display: Display, ui: Ui, lowest: TitleScreen) -> None:
        self.over = False
        self.choice: Choice = None
        self._display = display
        self._ui = ui
        self._stack = ScreenStack(lowest)
        self._console = Console(*screen_size(0, 0), order="C")

    def present(self) -> None:
        """Draw every screen and hand it to the display."""
        size = screen_size(*self._display.size())
        if size != (self._console.width, self._console.height):
            self._console = Console(*size, order="C")
        self._stack.draw(self._console)
        self._display.present(self._console)

    def handle(self, event: DisplayEvent) -> None:
        """Handle an action of the player."""
        top = self._stack.top
        match event:
            case KeyPress(key=key):
                self._perform(top.press(key))
            case Pasted(text=text):
                self._perform(top.paste(text))
            case MousePress(x=x, y=y, button=button):
                self._click(x, y, right=button == "right")
            case MouseWheel(up=up):
                self._perform(top.turn_wheel(up))
            case Closed():
                self.over = True
            case _:
                pass

    def _click(self, x: int, y: int, *, right: bool) -> None:
        key = "" if right else self._ui.spots.key_at(x, y)
        top = self._stack.top
        self._perform(top.press(key) if key else top.click(x, y, right))

    def _perform(self, actions: Actions) -> None:
        for action in actions:
            match action:
                case Push() | Pop() | Home():
                    self._stack.change(action)
                case RunCommand(words=words):
                    self.over, self.choice = True, words
                case LeaveGame():
                    self.over = True
                case _:
                    pass
