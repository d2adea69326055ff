"""The first questions to a new player, name, calling and first game; and to choose a name anew."""

from collections.abc import Callable, Sequence
from typing import Final

from undertide_client.screens.hero.calling_screen import CallingScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Introduce, Pop, Rename
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.form import Writing
from undertide_client.screens.widgets.form_screen import FormScreen
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_NAME
from undertide_shared.options import TUTORIAL
from undertide_shared.text import clean_name

HOUSE: Final = ""
"""The preset that the server chooses."""
LEARNING: Final = (
    "Learn to play, a lesson on each of eight small floors. It takes some ten minutes."
)
PLAYING: Final = "Begin the whole game at once. The tutorial stays on the title screen."


class FirstGameScreen(ListScreen):
    """The choice of a new player's first game. `chosen` maps the chosen preset to actions."""

    title = "What do you want to play first?"
    verb = "play that"
    details = 3
    lettered = True

    def __init__(self, ui: Ui, chosen: Callable[[str], Actions]) -> None:
        super().__init__(ui)
        self._chosen = chosen
        self._ways = (
            (TUTORIAL, ui.lobby.title_of(TUTORIAL), LEARNING),
            (HOUSE, "The game", PLAYING),
        )

    def lines(self) -> Sequence[Row]:
        """Return one line per way."""
        return [((name, palette.INK),) for _, name, _ in self._ways]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return what a way is like."""
        return [((line, palette.SOFT),) for line in wrapped(self._ways[index][2], width)]

    def choose(self, index: int) -> Actions:
        """Return the actions that `chosen` gives for the preset at `index`."""
        return self._chosen(self._ways[index][0])


MEANING: Final = (
    "Other players see this name. The client remembers it. To play under another one, change it in "
    "the lobby, or start with --name."
)


class _NameForm(FormScreen):
    """A form for the name. `leaving` is done instead of it."""

    verb = "go on"
    back_verb = "leave"

    def __init__(self, ui: Ui, leaving: Actions, meaning: str, suggested: str) -> None:
        self._name = Writing("Your name", meaning, MAX_NAME)
        self._name.suggest(suggested)
        self._leaving = leaving
        super().__init__(ui, self._name)

    def back(self) -> Actions:
        """Go where the player goes without a name."""
        return self._leaving


class NameScreen(_NameForm):
    """A form for a new player's name, which the list of callings follows.

    With `offers_tutorial` the choice between the tutorial and the game comes last, if the server
    has the tutorial.
    """

    title = "Welcome to Undertide"

    def __init__(self, ui: Ui, leaving: Actions, *, offers_tutorial: bool = False) -> None:
        super().__init__(ui, leaving, MEANING, ui.name)
        self._offers_tutorial = offers_tutorial and TUTORIAL in ui.lobby.presets

    def finish(self) -> Actions:
        """Ask for the calling, if there is a choice. Raises BadTextError if the name is invalid."""
        name = clean_name(self._name.text)
        if len(self.ui.lobby.callings) < 2:
            return self._go_on(name, "")
        chosen = CallingScreen(self.ui, lambda calling: self._go_on(name, calling))
        return (Push(chosen),)

    def _go_on(self, name: str, calling: str) -> Actions:
        """Offer the tutorial if that is to be done, and else begin."""
        if not self._offers_tutorial:
            return _introduce(name, calling)
        first = FirstGameScreen(self.ui, lambda preset: _introduce(name, calling, preset))
        return (Push(first),)


class OtherNameScreen(_NameForm):
    """A form for another name, where the server has refused one for a seat. `told` says why."""

    title = "Choose another name"

    def __init__(self, ui: Ui, leaving: Actions, told: str, suggested: str, calling: str) -> None:
        super().__init__(ui, leaving, f"{told}. {MEANING}", suggested)
        self._calling = calling

    def finish(self) -> Actions:
        """Take the name. Raises BadTextError if it is invalid."""
        return _introduce(clean_name(self._name.text), self._calling)


def other_name(refused: str) -> str:
    """Return the name to suggest in place of one that somebody else has."""
    name, _, number = refused.rpartition(" ")
    is_numbered = bool(name) and number.isdecimal()
    ending = f" {int(number) + 1}" if is_numbered else " 2"
    return (name if is_numbered else refused)[: MAX_NAME - len(ending)] + ending


def _introduce(name: str, calling: str, preset: str = "") -> Actions:
    return (Home(), Introduce(name, calling, preset))


class RenameScreen(LineScreen):
    """A line for the name to play under. It starts with the present name."""

    prompt = "Your name:"

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_NAME, ui.name)

    def finish(self, text: str) -> Actions:
        """Take the typed name. Raises BadTextError if it is invalid."""
        return (Pop(), Rename(clean_name(text)))
