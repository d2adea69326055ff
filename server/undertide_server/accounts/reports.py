"""Reports of people by others: how many an address may make, and where they are kept."""

import asyncio
import math
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import structlog

from undertide_server.accounts.report_repository import ReportRepository
from undertide_server.accounts.worker import BlockingWorker
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.moderation.evidence import Evidence
from undertide_server.util.rate_limits import Throttle
from undertide_shared.limits import MAX_LISTED_REPORTS, MAX_REASON
from undertide_shared.messages import Reports
from undertide_shared.text import clean

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
        number = await self._worker.ask(partial(self._repository.add, evidence, text, self._wall()))
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
        found = await self._worker.ask(read)
        return Reports(found[:MAX_LISTED_REPORTS], len(found) > MAX_LISTED_REPORTS)

    async def forget(self, before: float) -> None:
        """Delete the reports from before a time."""
        await self._worker.ask(partial(self._repository.forget, before))

    def forget_old(self, now: float) -> None:
        """Discard expired counts of reports."""
        self._throttle.forget_old(now)
