"""The first question to a new player: the name, then the calling, and whether to learn first."""

from typing import Final

from undertide_client.screens.hero.calling_screen import CallingScreen
from undertide_client.screens.lobby.first_game_screen import FirstGameScreen
from undertide_client.screens.widgets.actions import Actions, Home, Introduce, Push
from undertide_client.screens.widgets.form import Writing
from undertide_client.screens.widgets.form_screen import FormScreen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_NAME
from undertide_shared.shipped import TUTORIAL
from undertide_shared.text import clean_name

MEANING: Final = (
    "Other players see this name. The client remembers it. To play under another one, change it in "
    "the lobby, or start with --name."
)


class NameScreen(FormScreen):
    """A form for the name, which the list of callings follows. `leaving` is done instead of it.

    With `offers_tutorial` the choice between the tutorial and the game comes last, if the server
    has the tutorial.
    """

    title = "Welcome to Undertide"
    verb = "go on"
    back_verb = "leave"

    def __init__(self, ui: Ui, leaving: Actions, *, offers_tutorial: bool = False) -> None:
        self._name = Writing("Your name", MEANING, MAX_NAME)
        self._name.suggest(ui.name)
        self._leaving = leaving
        self._offers_tutorial = offers_tutorial and TUTORIAL in ui.lobby.presets
        super().__init__(ui, self._name)

    def finish(self) -> Actions:
        """Ask for the calling, if there is a choice. Raises BadTextError if the name is invalid."""
        name = clean_name(self._name.text)
        if len(self.ui.lobby.callings) < 2:
            return self._go_on(name, "")
        chosen = CallingScreen(self.ui, lambda calling: self._go_on(name, calling))
        return (Push(chosen),)

    def back(self) -> Actions:
        """Go where the player goes without a name."""
        return self._leaving

    def _go_on(self, name: str, calling: str) -> Actions:
        """Offer the tutorial if that is to be done, and else begin."""
        if not self._offers_tutorial:
            return _introduce(name, calling)
        first = FirstGameScreen(self.ui, lambda preset: _introduce(name, calling, preset))
        return (Push(first),)


def _introduce(name: str, calling: str, preset: str = "") -> Actions:
    return (Home(), Introduce(name, calling, preset))
