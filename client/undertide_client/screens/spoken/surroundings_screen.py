"""The page that tells what surrounds the hero."""

from undertide_client.screens.spoken.surroundings import surroundings
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.page_screen import PageScreen, Row


class SurroundingsScreen(PageScreen):
    """The surroundings in sentences, which change as they do."""

    title = "Your surroundings"

    def rows(self, width: int) -> list[Row]:
        """Return a line for each sentence; a longer sentence goes on in further lines."""
        told = surroundings(self.ui.mirror)
        return [((line, palette.INK),) for text in told for line in wrapped(text, width)]
