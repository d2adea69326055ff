"""Looking around."""

from undertide_client.screens.map.cursor_screen import CursorScreen
from undertide_client.screens.widgets.actions import Actions, Pop


class LookScreen(CursorScreen):
    """Says what is under the cursor; choosing ends it."""

    title = "Look"
    verb = "done"

    def choose(self) -> Actions:
        """Stop looking."""
        return (Pop(),)
