"""A stack of screens."""

from typing import Final, TypeVar

from undertide_client.displays.cells import Console
from undertide_client.screens.widgets.actions import Home, Pop
from undertide_client.screens.widgets.screen import Push, Screen

Kind = TypeVar("Kind", bound=Screen)
MAX_SCREENS: Final = 16
"""Screens on top of each other, at the most. No way through the screens is deeper than five."""


class ScreenStack:
    """A lowest screen, which always stays, and the screens on top of it."""

    def __init__(self, lowest: Screen) -> None:
        self._screens = [lowest]

    @property
    def lowest(self) -> Screen:
        """Return the screen under all others."""
        return self._screens[0]

    @property
    def top(self) -> Screen:
        """Return the screen that gets the keys."""
        return self._screens[-1]

    def find(self, kind: type[Kind]) -> Kind | None:
        """Return the topmost screen of a type, if there is one."""
        return next((one for one in reversed(self._screens) if isinstance(one, kind)), None)

    def begin(self, lowest: Screen) -> None:
        """Remove all screens and begin with another lowest one."""
        self._screens = [lowest]

    def change(self, action: Push | Pop | Home) -> None:
        """Put a screen on top, or remove some."""
        match action:
            case Push(screen=screen):
                if len(self._screens) < MAX_SCREENS:
                    self._screens.append(screen)
            case Pop():
                del self._screens[max(1, len(self._screens) - 1) :]
            case Home():
                del self._screens[1:]

    def draw(self, console: Console) -> None:
        """Draw every visible screen, the lowest first."""
        covering = [index for index, screen in enumerate(self._screens) if screen.covers]
        for screen in self._screens[covering[-1] :]:
            screen.draw(console)
