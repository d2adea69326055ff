"""Reports of people by others: how many an address may make, and where they are kept."""

import asyncio
import math
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from undertide_server.accounts.worker import BlockingWorker
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.moderation.evidence import Evidence
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.util.rate_limits import Throttle
from undertide_shared.limits import MAX_LISTED_REPORTS, MAX_REASON
from undertide_shared.messages import ReportInfo, ReportLine, Reports
from undertide_shared.text import clean

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

    def remove_reports(self, before: float) -> int:
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


REPORTS_AT_ONCE: Final = 5
"""Reports from one address without a wait: a whole party may complain about one person."""
REPORT_SECONDS: Final = 600.0
"""Time until an address may report once more: some 150 reports a day."""
log = structlog.get_logger()


class ReportBook:
    """The reports of one server. Methods raise RequestRefusedError."""

    def __init__(
        self,
        repository: ReportRepository,
        worker: BlockingWorker,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._repository = repository
        self._worker = worker
        self._wall = wall
        self._throttle = Throttle(REPORTS_AT_ONCE, REPORT_SECONDS)

    async def add(self, evidence: Evidence, reason: str) -> None:
        """Keep a report, and tell the operator's log. It is durable when this returns."""
        address_key, now = evidence.reporter.address_key, asyncio.get_running_loop().time()
        wait = self._throttle.wait(address_key, now)
        if wait > 0:
            told = f"too many reports came from your address: try again in {math.ceil(wait)} s"
            raise RequestRefusedError("too_fast", told)
        self._throttle.count(address_key, now)
        text = clean(reason, MAX_REASON)
        number = await self._worker.run_job(
            partial(self._repository.add, evidence, text, self._wall())
        )
        log.info(
            "reported",
            report=number,
            session=evidence.session,
            who=evidence.by,
            name=evidence.name,
            account=evidence.accused.account,
            text=text,
        )

    async def page(self, before: int) -> Reports:
        """Return the latest reports; those before a report unless `before` is 0."""
        read = partial(self._repository.page, before, MAX_LISTED_REPORTS + 1)
        found = await self._worker.run_job(read)
        return Reports(found[:MAX_LISTED_REPORTS], len(found) > MAX_LISTED_REPORTS)

    async def remove_reports(self, before: float) -> None:
        """Delete the reports from before a time."""
        await self._worker.run_job(partial(self._repository.remove_reports, before))

    def forget_old(self, now: float) -> None:
        """Discard expired counts of reports."""
        self._throttle.forget_old(now)
