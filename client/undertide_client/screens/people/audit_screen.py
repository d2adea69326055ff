"""The audit log: what was done to keep order."""

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Actions, Ask, Push
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.words import ago_words
from undertide_shared.messages import Deed, ListDeeds

WHEN_WIDTH = 12
"""Cells of how long ago something was."""


class DeedsScreen(PageScreen):
    """The latest first: when, who, and what."""

    title = "What was done to keep order"
    widest = 100

    def rows(self, width: int) -> list[Row]:
        """Return the entries, what doesn't fit into a row going on in the next."""
        deeds = self.ui.deeds
        if not deeds:
            words = "Asking…" if deeds is None else "Nothing yet."
            return [((words, palette.SOFT),)]
        return [row for deed in deeds for row in _rows(deed, self.ui.now, width)]


def _rows(deed: Deed, now: float, width: int) -> list[Row]:
    where = f" ({deed.session})" if deed.session else ""
    first, *others = wrapped(f"{deed.who}: {deed.text}{where}", width - WHEN_WIDTH) or ("",)
    when = f"{ago_words(now - deed.at):<{WHEN_WIDTH}}"
    rest: list[Row] = [((" " * WHEN_WIDTH + line, palette.INK),) for line in others]
    return [((when, palette.SOFT), (first, palette.INK)), *rest]


def open_deeds(ui: Ui, session: str = "") -> Actions:
    """Return what shows the audit log: one's own session's, the named one's, or the server's."""
    return (Ask(ListDeeds(session)), Push(DeedsScreen(ui)))
