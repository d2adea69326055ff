"""The page of the whole log."""

from dataclasses import replace

from undertide_client.screens.map.log_view import folded, rows_of
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui


class HistoryScreen(PageScreen):
    """All kept lines of the log, newest last. The page opens at its end."""

    title = "What happened"
    widest = 100

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self.scroll_to_end()

    def as_text(self) -> ScreenText:
        """Return the lines with the newest first, since nobody can jump to the end of speech."""
        told = super().as_text()
        return replace(told, title=f"{self.title}, newest first", lines=told.lines[::-1])

    def rows(self, width: int) -> list[Row]:
        """Return the log's lines. Equal neighbours are one line with a count."""
        return rows_of(folded(self.ui.mirror.lines), width)
