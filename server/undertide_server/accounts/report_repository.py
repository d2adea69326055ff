"""Stored reports of people by others. Blocks, like the account repository."""

from typing import Any, Final

import msgspec

from undertide_server.sessions.moderation.evidence import Evidence
from undertide_server.store.engine.protocol import StoreConnection
from undertide_shared.messages import ReportInfo, ReportLine

MOST_REPORTS: Final = 1000
"""Reports that are kept: some MB with their chat. One more pushes the oldest out. To push all out
takes a hundred addresses a day, each at its limit."""

_PAGE: Final = (
    "SELECT id, at, session, by, by_account, name, account, address, reason, lines FROM reports"
    " WHERE id < ? ORDER BY id DESC LIMIT ?"
)
_NEWEST: Final = 2**62
"""Above the number of any report."""
_decoder = msgspec.msgpack.Decoder(list[ReportLine])


class ReportRepository:
    """The table `reports`. Times are seconds since 1970.

    Writes are durable when a method returns. Raises StoreError when the disk fails.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection

    def add(self, evidence: Evidence, reason: str, at: float) -> int:
        """Keep a report, and return its number. Discard the oldest beyond `MOST_REPORTS`."""
        with self._connection.transaction():
            (number,) = self._connection.execute(
                "INSERT INTO reports (at, session, by, by_account, name, account, address, reason,"
                " lines) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (
                    *(at, evidence.session, evidence.by, evidence.reporter.account),
                    *(evidence.name, evidence.accused.account, evidence.accused.address_key),
                    *(reason, msgspec.msgpack.encode(evidence.lines)),
                ),
            ).fetchone()
            skipping = self._connection.for_update(skip_locked=True)
            oldest = f"SELECT id FROM reports WHERE id <= ? {skipping}"  # noqa: S608
            self._connection.execute(
                f"DELETE FROM reports WHERE id IN ({oldest})",  # noqa: S608
                (number - MOST_REPORTS,),
            )
        return int(number)

    def page(self, before: int, most: int) -> list[ReportInfo]:
        """Return the latest reports, at most `most`; those before a report unless `before` is 0."""
        rows = self._connection.execute(_PAGE, (before or _NEWEST, most))
        return [_report(row) for row in rows]

    def forget(self, before: float) -> int:
        """Delete the reports from before a time; return their number."""
        return self._connection.execute("DELETE FROM reports WHERE at < ?", (before,)).rowcount


def _report(row: tuple[Any, ...]) -> ReportInfo:
    """Return a stored report. Chat that can't be read is left out."""
    number, at, *words, lines = row
    try:
        said = _decoder.decode(lines)
    except (msgspec.MsgspecError, TypeError):
        said = []
    session, by, by_account, name, account, address, reason = map(str, words)
    when = int(at) if isinstance(at, float) else 0
    return ReportInfo(
        *(number, when, session, by, by_account, name, account, address, reason, said)
    )
