"""Stored server bans and the stored audit log. Blocks, like the account repository."""

from dataclasses import asdict
from typing import Final

import msgspec

from undertide_server.accounts.bans import MOST_OUTLAWS, BanRecord, network_of
from undertide_server.accounts.errors import BadNetworkError, RepositoryFullError
from undertide_server.store.engine.protocol import StoreConnection
from undertide_shared.limits import MAX_AUDIT_ENTRIES
from undertide_shared.messages import AuditEntry

_BANS: Final = "SELECT id, account, network, by, until, reason FROM outlaws"
_LATEST: Final = "SELECT at, who, text, session FROM deeds ORDER BY id DESC LIMIT ?"
_OF_SESSION: Final = (
    "SELECT at, who, text, session FROM deeds WHERE session = ? ORDER BY id DESC LIMIT ?"
)


class ModerationRepository:
    """The tables `outlaws` and `deeds`. Times are seconds since 1970.

    Writes are durable when a method returns. Raises StoreError when the disk fails.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection

    # --- bans --------------------------------------------------------------------------------

    def bans(self) -> list[BanRecord]:
        """Return all bans, the oldest first."""
        rows = self._connection.execute(f"{_BANS} ORDER BY id")
        bans = [BanRecord(*row) for row in rows]
        return [ban for ban in bans if _is_sound(ban)]

    def damaged(self) -> list[int]:
        """Return the ids of the bans whose stored entries can't be read: nobody is banned so."""
        rows = self._connection.execute(f"{_BANS} ORDER BY id")
        return [row[0] for row in rows if not _is_sound(BanRecord(*row))]

    def ban(self, account: str, network: str, by: str, until: float, reason: str) -> BanRecord:
        """Ban an account or a network, and return the ban.

        Raises RepositoryFullError when there are `MOST_OUTLAWS` bans.
        """
        with self._connection.transaction():
            self._connection.lock("server bans")  # Other processes ban as well.
            (count,) = self._connection.execute("SELECT count(*) FROM outlaws").fetchone()
            if count >= MOST_OUTLAWS:
                raise RepositoryFullError
            row = self._connection.execute(
                "INSERT INTO outlaws (account, network, by, until, reason) VALUES (?, ?, ?, ?, ?)"
                " RETURNING id",
                (account, network, by, until, reason),
            ).fetchone()
        return BanRecord(row[0], account, network, by, until, reason)

    def pardon(self, number: int) -> BanRecord | None:
        """End the ban with an id, and return it; None if there is no such ban."""
        row = self._connection.execute(
            "DELETE FROM outlaws WHERE id = ? RETURNING id, account, network, by, until, reason",
            (number,),
        ).fetchone()
        return None if row is None else BanRecord(*row)

    def forget_bans(self, numbers: list[int]) -> None:
        """Delete the bans with these ids, which have ended."""
        self._connection.executemany(
            "DELETE FROM outlaws WHERE id = ?", [(n,) for n in sorted(numbers)]
        )

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
        return [
            AuditEntry(int(at) if isinstance(at, float) else 0, str(who), str(text), str(session))
            for at, who, text, session in rows
        ]

    def newest_entry(self) -> float | None:
        """Return the time of the latest entry of the audit log; None if there is none."""
        (newest,) = self._connection.execute("SELECT max(at) FROM deeds").fetchone() or (None,)
        return newest

    def forget_entries(self, before: float) -> int:
        """Delete the entries from before a time; return their number."""
        return self._connection.execute("DELETE FROM deeds WHERE at < ?", (before,)).rowcount


def _is_sound(ban: BanRecord) -> bool:
    """Return whether a stored ban says who is banned, and until when."""
    try:
        msgspec.convert(asdict(ban), BanRecord)
        if not ban.account:
            network_of(ban.network)
    except (msgspec.ValidationError, BadNetworkError):
        return False
    return True
