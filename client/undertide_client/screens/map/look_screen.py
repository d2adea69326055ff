"""The screen to look around."""

from undertide_client.screens.map.cursor_screen import CursorScreen
from undertide_client.screens.map.routes import foes_in_sight, sights
from undertide_client.screens.widgets.actions import Actions, Pop
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.geometry import Cell


class LookScreen(CursorScreen):
    """A cursor that describes the cell under it. A choice ends the look.

    The cursor starts at the nearest foe, else at the nearest item or hero on the map, and at the
    player's own hero if there is nothing else. `start` overrides that.
    """

    title = "Look"
    verb = "done"

    def __init__(self, ui: Ui, start: Cell | None = None) -> None:
        super().__init__(ui, start or next(iter(_of_interest(ui)), None))

    def stops(self) -> list[Cell]:
        """Return the cells of foes, then of everything else on the map, each nearest first."""
        return _of_interest(self.ui)

    def choose(self) -> Actions:
        """Close the screen."""
        return (Pop(),)


def _of_interest(ui: Ui) -> list[Cell]:
    return list(dict.fromkeys([*foes_in_sight(ui.mirror), *sights(ui.mirror)]))
