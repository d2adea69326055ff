"""The screen to choose a name."""

from undertide_client.screens.widgets.actions import Actions, Pop, Rename
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_NAME
from undertide_shared.text import clean_name


class RenameScreen(LineScreen):
    """A line for the name to play under. It starts with the present name."""

    prompt = "Your name:"

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_NAME, ui.name)

    def finish(self, text: str) -> Actions:
        """Take the typed name. Raises BadTextError if it is invalid."""
        return (Pop(), Rename(clean_name(text)))
