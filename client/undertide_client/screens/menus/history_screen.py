"""The whole log."""

from undertide_client.screens.map.log_view import folded, rows_of
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.ui import Ui


class HistoryScreen(PageScreen):
    """All lines that are kept, the newest last; it opens at the end."""

    title = "What happened"
    widest = 100

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self.scroll_to_end()

    def rows(self, width: int) -> list[Row]:
        """Return the log's lines, equal neighbours counted."""
        return rows_of(folded(self.ui.mirror.lines), width)
