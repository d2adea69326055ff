"""The first question to a new player: the name, and then the calling."""

from typing import Final

from undertide_client.screens.hero.calling_screen import CallingScreen
from undertide_client.screens.widgets.actions import Actions, Home, Introduce, Push
from undertide_client.screens.widgets.form import Writing
from undertide_client.screens.widgets.form_screen import FormScreen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_NAME
from undertide_shared.text import clean_name

MEANING: Final = (
    "Other players see this name. The client remembers it. To play under another one, change it in "
    "the lobby, or start with --name."
)


class NameScreen(FormScreen):
    """A form for the name, which the list of callings follows. `leaving` is done instead of it."""

    title = "Welcome to Undertide"
    verb = "go on"
    back_verb = "leave"

    def __init__(self, ui: Ui, leaving: Actions) -> None:
        self._name = Writing("Your name", MEANING, MAX_NAME)
        self._name.write(ui.name)
        self._leaving = leaving
        super().__init__(ui, self._name)

    def finish(self) -> Actions:
        """Ask for the calling, if there is a choice. Raises BadTextError if the name is invalid."""
        name = clean_name(self._name.text)
        if len(self.ui.lobby.callings) < 2:
            return _introduce(name, "")
        chosen = CallingScreen(self.ui, lambda calling: _introduce(name, calling))
        return (Push(chosen),)

    def back(self) -> Actions:
        """Go where the player goes without a name."""
        return self._leaving


def _introduce(name: str, calling: str) -> Actions:
    return (Home(), Introduce(name, calling))
