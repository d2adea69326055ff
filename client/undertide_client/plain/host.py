"""The contract between screens and whatever shows them line by line."""

from typing import Protocol

from undertide_client.screens.widgets.screen import Actions, Screen
from undertide_client.screens.widgets.ui import Ui


class LineHost(Protocol):
    """A stack of screens, and the reaction to what the player does with the top one."""

    @property
    def ui(self) -> Ui:
        """Return the state that the screens show."""
        ...

    @property
    def top(self) -> Screen:
        """Return the screen that gets the keys."""
        ...

    @property
    def is_settled(self) -> bool:
        """Return whether nothing that the player asked for is under way."""
        ...

    def press(self, key: str) -> None:
        """Pass a key to the top screen."""
        ...

    def perform(self, actions: Actions) -> None:
        """Carry out the actions that a screen returned."""
        ...

    def close(self) -> None:
        """Leave: the player is gone."""
        ...
