"""The screen to look around."""

from undertide_client.screens.map.cursor_screen import CursorScreen
from undertide_client.screens.widgets.actions import Actions, Pop


class LookScreen(CursorScreen):
    """A cursor that describes the cell under it. A choice ends the look."""

    title = "Look"
    verb = "done"

    def choose(self) -> Actions:
        """Close the screen."""
        return (Pop(),)
