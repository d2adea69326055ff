"""The last question to a new player: the tutorial, or the game at once."""

from collections.abc import Callable, Sequence
from typing import Final

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Actions
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.shipped import TUTORIAL

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
