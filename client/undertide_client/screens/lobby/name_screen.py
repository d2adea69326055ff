"""The first question to a new player: name and calling; and to choose a name anew."""

from typing import Final

from undertide_client.keys import Command
from undertide_client.screens.widgets.actions import Home, Introduce, Pop, Rename
from undertide_client.screens.widgets.form import Choosing, Option, Writing, one_of
from undertide_client.screens.widgets.form_screen import FormScreen
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_NAME
from undertide_shared.messages import CallingInfo
from undertide_shared.text import clean_name

MEANING: Final = (
    "Other players see this name. The client remembers it. To play under another one, change it in "
    "the lobby, or start with --name."
)

CALLING_MEANING: Final = "The lobby changes it, and tells more of each."


class _NameForm(FormScreen):
    """A form for the name, and for what `others` ask. `leaving` is done instead of it.

    Enter in the name carries it out.
    """

    verb = "go on"
    back_verb = "leave"

    def __init__(
        self, ui: Ui, leaving: Actions, meaning: str, suggested: str, *others: Choosing[str]
    ) -> None:
        self._name = Writing("Your name", meaning, MAX_NAME)
        self._name.suggest(suggested)
        self._leaving = leaving
        super().__init__(ui, self._name, *others)

    @property
    def _is_last(self) -> bool:
        """Whether the chosen line is the name: others have answers already."""
        return self.choice.index == 0

    def back(self) -> Actions:
        """Go where the player goes without a name."""
        return self._leaving


class NameScreen(_NameForm):
    """A form for a new player's name. It proposes the first calling, if there is a choice."""

    title = "Welcome to Undertide"
    details = 6

    def __init__(self, ui: Ui, leaving: Actions) -> None:
        callings = ui.lobby.callings
        self._calling = (
            one_of("You are a", CALLING_MEANING, map(_option, callings))
            if len(callings) > 1
            else None
        )
        asked = () if self._calling is None else (self._calling,)
        super().__init__(ui, leaving, MEANING, ui.name, *asked)

    def footer(self) -> Hints:
        """Return the hints for the chosen line; on the name also how to choose the calling."""
        if self._calling is None or not self._is_last:
            return super().footer()
        pairs = ((Command.CHOOSE, self.verb), (Command.NEXT, "choose what you are"))
        return self.ui.hints(self.context, *pairs, (Command.BACK, self.back_verb))

    def finish(self) -> Actions:
        """Begin under the name. Raises BadTextError if it is invalid."""
        calling = "" if self._calling is None else self._calling.value
        return _introduce(clean_name(self._name.text), calling)


def _option(calling: CallingInfo) -> Option[str]:
    about = " ".join(text for text in (calling.description, calling.plays) if text)
    return Option(calling.calling, calling.name, about)


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


def _introduce(name: str, calling: str) -> Actions:
    return (Home(), Introduce(name, calling))


class RenameScreen(LineScreen):
    """A line for the name to play under. It starts with the present name."""

    prompt = "Your name:"

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_NAME, ui.name)

    def finish(self, text: str) -> Actions:
        """Take the typed name. Raises BadTextError if it is invalid."""
        return (Pop(), Rename(clean_name(text)))
