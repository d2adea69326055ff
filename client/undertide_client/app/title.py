"""The title screen at work: a surface, the screens on it, and the player's choice."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from undertide_client.app.preferences import PlayerSettings
from undertide_client.app.stack import ScreenStack
from undertide_client.app.surface import Surface
from undertide_client.displays.attention import Attention
from undertide_client.displays.cells import Console
from undertide_client.screens.menus.title_screen import TitleEntry, TitleScreen
from undertide_client.screens.widgets.actions import Home, LeaveGame, Pop, RunCommand
from undertide_client.screens.widgets.screen import Actions, Push, Screen
from undertide_client.screens.widgets.ui import Ui

RESIZE_SECONDS: Final = 0.25
"""Seconds between two looks at the display's size: some terminals don't tell of a change."""

Choice = tuple[str, ...] | None
"""The words of a command, or None when the player leaves."""


async def choose(
    surface: Surface, settings: PlayerSettings, entries: Sequence[TitleEntry], failure: str = ""
) -> Choice:
    """Show the title screen until the player chooses, and return the choice.

    `failure` says why the last command failed. Raises the errors of entering the surface.
    """
    return await show(surface, settings, lambda ui: TitleScreen(ui, entries, failure))


async def show(
    surface: Surface, settings: PlayerSettings, screen_of: Callable[[Ui], Screen]
) -> Choice:
    """Show a screen, and those that it opens, until the player chooses; return the choice.

    Raises the errors of entering the surface.
    """
    ui = Ui("", "", keymap=settings.keymap, keys_file=settings.keys_file)
    title = Title(ui, screen_of(ui))
    acted = asyncio.Event()
    with surface:
        following = asyncio.create_task(_follow(surface, title, acted))
        try:
            while not following.done():
                surface.present(title)
                with suppress(TimeoutError):
                    await asyncio.wait_for(acted.wait(), RESIZE_SECONDS)
                acted.clear()
        finally:
            following.cancel()
    following.result()
    return title.choice


async def _follow(surface: Surface, title: "Title", acted: asyncio.Event) -> None:
    """Pass on what the player does until the title is over; set `acted` after each action."""
    try:
        while not title.over:
            await surface.follow(title)
            acted.set()
    finally:
        acted.set()


class Title:
    """The stack of screens before a game. Once `over`, `choice` is what the player chose."""

    is_settled: Final = True
    attention: Final = Attention()

    def __init__(self, ui: Ui, lowest: Screen) -> None:
        self.over = False
        self.choice: Choice = None
        self.ui = ui
        self._stack = ScreenStack(lowest)

    @property
    def top(self) -> Screen:
        """Return the screen that gets the keys."""
        return self._stack.top

    def draw(self, console: Console) -> None:
        """Draw every visible screen, the lowest first."""
        self._stack.draw(console)

    def press(self, key: str) -> None:
        """Pass a key to the top screen."""
        self.perform(self.top.press(key))

    def cut_link(self) -> None:
        """Do nothing: there is no server yet."""

    def click(self, x: int, y: int, *, right: bool) -> None:
        """Press the key of the hint under the pointer, or pass the click to the top screen."""
        key = "" if right else self.ui.spots.key_at(x, y)
        self.perform(self.top.press(key) if key else self.top.click(x, y, right))

    def close(self) -> None:
        """Leave: the player is gone."""
        self.over = True

    def perform(self, actions: Actions) -> None:
        """Carry out the actions that a screen returned."""
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
