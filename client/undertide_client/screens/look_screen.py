"""Looking around."""

from undertide_client.screens.cursor_screen import CursorScreen
from undertide_client.screens.screen import Actions, Pop


class LookScreen(CursorScreen):
    """Says what is under the cursor; choosing ends it."""

    title = "Look"

    def choose(self) -> Actions:
        """Stop looking."""
        return (Pop(),)
