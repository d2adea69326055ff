"""The audit log of a session or of the server."""

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import SendRequest
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.words import ago_words
from undertide_shared.messages import AuditEntry, ListAuditEntries

WHEN_WIDTH = 12
"""Width of an entry's age, in cells."""


class AuditScreen(PageScreen):
    """The audit entries, latest first: when, who, and what."""

    title = "Audit log"
    widest = 100
    is_read_at_once = False

    def rows(self, width: int) -> list[Row]:
        """Return the entries. An entry that doesn't fit continues in the next row."""
        audit_entries = self.ui.audit_entries
        if not audit_entries:
            words = "Asking…" if audit_entries is None else "Nothing yet."
            return [((words, palette.SOFT),)]
        return [row for entry in audit_entries for row in _rows(entry, self.ui.now, width)]


def _rows(entry: AuditEntry, now: float, width: int) -> list[Row]:
    where = f" ({entry.session})" if entry.session else ""
    first, *others = wrapped(f"{entry.who}: {entry.text}{where}", width - WHEN_WIDTH) or ("",)
    when = column(ago_words(now - entry.at), WHEN_WIDTH)
    rest: list[Row] = [((" " * WHEN_WIDTH + line, palette.INK),) for line in others]
    return [((when, palette.SOFT), (first, palette.INK)), *rest]


def open_audit_log(ui: Ui, session: str = "") -> Actions:
    """Return the actions that show an audit log.

    `session` names the session of the log. Without it, the log is that of the player's own session,
    or in the lobby that of the server.
    """
    return (SendRequest(ListAuditEntries(session)), Push(AuditScreen(ui)))
