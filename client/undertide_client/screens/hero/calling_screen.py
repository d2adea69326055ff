"""The screen to choose a calling (R7)."""

from collections.abc import Callable, Sequence
from typing import Final

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import BeginAnew, Home
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import NOTHING, Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.ability_words import calling_line, calling_rows, figure_heads
from undertide_shared.messages import CallingInfo

BESIDE_LETTER: Final = "   "
"""The cells of a line's letter."""


class CallingScreen(ListScreen):
    """The list of callings. `chosen` maps the chosen calling's key to actions.

    They are those of the run's preset, or in the lobby those of the server's own.
    """

    title = "What are you?"
    verb = "play that calling"
    details = 14
    fewest_details = 6
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
        return self.ui.lobby.callings_of(self.ui.mirror.preset)

    def columns(self) -> Row:
        """Return the heads of the columns of figures."""
        heads = figure_heads(self._callings)
        return ((BESIDE_LETTER + heads, palette.SOFT),) if heads else ()

    def lines(self) -> Sequence[Row]:
        """Return one line per calling, with its figures."""
        return [calling_line(calling) for calling in self._callings]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return what a calling is, how it plays, what it begins with, and its abilities."""
        return [*calling_rows(self.ui, self._callings[index], width)]

    def look(self, _index: int) -> Actions:
        """Return nothing: a letter shows a calling, and only Enter chooses it."""
        return NOTHING

    def choose(self, index: int) -> Actions:
        """Return the actions that `chosen` gives for the calling at `index`."""
        return self._chosen(self._callings[index].calling)


def begin_anew(calling: str) -> Actions:
    """Return the actions that start a new hero of a calling."""
    return (Home(), BeginAnew(calling))
