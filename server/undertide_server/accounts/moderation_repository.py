"""Stored server bans and the stored audit log. Blocks, like the account repository."""

import sqlite3
from typing import Final

from undertide_server.accounts.bans import BanRecord
from undertide_shared.limits import MAX_AUDIT_ENTRIES
from undertide_shared.messages import AuditEntry

_LATEST: Final = "SELECT at, who, text, session FROM deeds ORDER BY id DESC LIMIT ?"
_OF_SESSION: Final = (
    "SELECT at, who, text, session FROM deeds WHERE session = ? ORDER BY id DESC LIMIT ?"
)


class ModerationRepository:
    """The tables `outlaws` and `deeds`. Times are seconds since 1970.

    Writes are durable when a method returns. Raises sqlite3.Error when the disk fails.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    # --- bans --------------------------------------------------------------------------------

    def bans(self) -> list[BanRecord]:
        """Return all bans, the oldest first."""
        rows = self._connection.execute(
            "SELECT id, account, network, by, until, reason FROM outlaws ORDER BY id"
        )
        return [BanRecord(*row) for row in rows]

    def ban(self, account: str, network: str, by: str, until: float, reason: str) -> BanRecord:
        """Ban an account or a network, and return the ban."""
        row = self._connection.execute(
            "INSERT INTO outlaws (account, network, by, until, reason) VALUES (?, ?, ?, ?, ?)"
            " RETURNING id",
            (account, network, by, until, reason),
        ).fetchone()
        return BanRecord(row[0], account, network, by, until, reason)

    def pardon(self, numbers: list[int]) -> None:
        """End the bans with these ids."""
        self._connection.executemany("DELETE FROM outlaws WHERE id = ?", [(n,) for n in numbers])

    # --- audit log ---------------------------------------------------------------------------

    def write(self, entry: AuditEntry, at: float) -> None:
        """Add an entry to the audit log."""
        self._connection.execute(
            "INSERT INTO deeds (at, who, text, session) VALUES (?, ?, ?, ?)",
            (at, entry.who, entry.text, entry.session),
        )

    def entries(self, session: str | None) -> list[AuditEntry]:
        """Return the latest entries of a session, or with None of the whole server."""
        if session is None:
            rows = self._connection.execute(_LATEST, (MAX_AUDIT_ENTRIES,))
        else:
            rows = self._connection.execute(_OF_SESSION, (session, MAX_AUDIT_ENTRIES))
        return [AuditEntry(int(at), who, text, session) for at, who, text, session in rows]

    def forget_entries(self, before: float) -> int:
        """Delete the entries from before a time; return their number."""
        return self._connection.execute("DELETE FROM deeds WHERE at < ?", (before,)).rowcount
