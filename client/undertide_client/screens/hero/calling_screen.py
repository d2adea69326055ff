"""Choosing a calling (R7)."""

from collections.abc import Callable, Sequence

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Actions, BeginAnew, Home
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import CallingInfo


class CallingScreen(ListScreen):
    """The callings of this host; `chosen` says what follows from a choice."""

    title = "What are you?"
    verb = "be that"
    details = 4
    lettered = True

    def nothing(self) -> str:
        """Say so."""
        return "This host knows but one kind of hero."

    def __init__(self, ui: Ui, chosen: Callable[[str], Actions]) -> None:
        super().__init__(ui)
        self._chosen = chosen
        keys = [calling.calling for calling in self._callings]
        self.choice.index = keys.index(ui.calling) if ui.calling in keys else 0

    @property
    def _callings(self) -> list[CallingInfo]:
        return self.ui.lobby.callings

    def lines(self) -> Sequence[Row]:
        """Return a line a calling."""
        return [((calling.name, palette.INK),) for calling in self._callings]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return what a calling is like."""
        text = self._callings[index].description
        return [((line, palette.SOFT),) for line in wrapped(text, width)]

    def choose(self, index: int) -> Actions:
        """Be that."""
        return self._chosen(self._callings[index].calling)


def begin_anew(calling: str) -> Actions:
    """Return what begins with a new hero of a calling."""
    return (Home(), BeginAnew(calling))
