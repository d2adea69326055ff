"""Looking around."""

from undertide_client.screens.actions import Actions, Pop
from undertide_client.screens.cursor_screen import CursorScreen


class LookScreen(CursorScreen):
    """Says what is under the cursor; choosing ends it."""

    title = "Look"
    verb = "done"

    def choose(self) -> Actions:
        """Stop looking."""
        return (Pop(),)
