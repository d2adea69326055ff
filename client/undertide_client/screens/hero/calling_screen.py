"""The screen to choose a calling (R7)."""

from collections.abc import Callable, Sequence

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Actions, BeginAnew, Home
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.ability_words import ability_rows
from undertide_shared.messages import CallingInfo


class CallingScreen(ListScreen):
    """The list of the server's callings. `chosen` maps the chosen calling's key to actions."""

    title = "What are you?"
    verb = "be that"
    details = 10
    widest = 76
    lettered = True

    def nothing(self) -> str:
        """Return the text of a list without callings."""
        return "This server has only one calling."

    def __init__(self, ui: Ui, chosen: Callable[[str], Actions]) -> None:
        super().__init__(ui)
        self._chosen = chosen
        keys = [calling.calling for calling in self._callings]
        self.choice.index = keys.index(ui.calling) if ui.calling in keys else 0

    @property
    def _callings(self) -> list[CallingInfo]:
        return self.ui.lobby.callings

    def lines(self) -> Sequence[Row]:
        """Return one line per calling."""
        return [((calling.name, palette.INK),) for calling in self._callings]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the description of a calling, and its abilities with their figures."""
        calling = self._callings[index]
        about: list[Row] = [((line, palette.INK),) for line in wrapped(calling.description, width)]
        return [*about, *ability_rows(self.ui, calling.abilities, width)]

    def choose(self, index: int) -> Actions:
        """Return the actions that `chosen` gives for the calling at `index`."""
        return self._chosen(self._callings[index].calling)


def begin_anew(calling: str) -> Actions:
    """Return the actions that start a new hero of a calling."""
    return (Home(), BeginAnew(calling))
