"""The operator's pages of a server with several workers: each worker answers for all of them."""

import asyncio
from http import HTTPStatus
from typing import Any

import msgspec

from undertide_server.cluster.links.questions import AskMetrics, AskStatus, NodeReport
from undertide_server.cluster.other_nodes import OtherNodes
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.nodes.merged_metrics import merge_metrics
from undertide_server.gateway.http.nodes.merged_status import Report, merge_status
from undertide_server.gateway.http.operations import Operations
from undertide_server.gateway.http.readiness import NO_SEAT
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, Route, SlowRoute, plain
from undertide_server.gateway.http.status import json_of


def figures_of(census: Census, counters: Counters) -> dict[str, Any]:
    """Return the counts of one worker for its row on the status page."""
    takeovers = counters.takeovers
    mean = takeovers.total / takeovers.count if takeovers.count else 0.0
    return {
        "sessions": census.sessions,
        "players": census.players,
        "watchers": census.watchers,
        "relayed": census.relayed_members,
        "takeovers": takeovers.count,
        "takeover_s": round(mean, 2),
        "fenced_writes": counters.fenced_writes,
        "lease_age_s": round(census.lease_age_seconds, 2),
    }


class WholeServer:
    """The answers about all workers, and those of this worker to the questions of the others.

    `operations` has the answers about this worker alone.
    """

    def __init__(self, others: OtherNodes, operations: Operations) -> None:
        self._others = others
        self._health = health = others.health
        self._operations = operations
        self._status = operations.status
        self._metrics = operations.metrics
        self._readiness = operations.readiness
        self._loop = loop = asyncio.get_running_loop()
        operations.readiness.has_lease = lambda: health.has_lease(loop.time())
        others.answer_with(AskStatus, self._tell_status)
        if self._metrics is not None:
            others.answer_with(AskMetrics, self._tell_metrics)

    def routes(self, missing: Route) -> dict[str, SlowRoute]:
        """Return the routes of the pages, by the first part of their path.

        They take the place of those of `Operations`. For most of them others get `missing`.
        """
        own: dict[str, SlowRoute] = {"status.json": self.answer_status}
        if self._metrics is not None:
            own["metrics"] = self.answer_metrics
        guarded = self._operations.openness.guarded_slowly(own, missing)
        return {"readyz": self.answer_readiness, **guarded}

    # --- for operators -----------------------------------------------------------------------

    async def answer_status(self, _asked: HttpRequest) -> HttpResponse:
        """Answer with the data of the status page about all workers."""
        reports = await self._reports()
        if len(reports) == 1:
            return self._status.answer(_asked)
        now = self._loop.time()
        # With many workers this takes longer than the event loop may be busy.
        return json_of(await asyncio.to_thread(merge_status, self._health, reports, now))

    async def answer_metrics(self, asked: HttpRequest) -> HttpResponse:
        """Answer with the metrics of all workers; each series names its own if there are others."""
        assert self._metrics is not None, "the route exists only with the library"
        own = self._metrics.answer(asked)
        found = await self._others.ask(AskMetrics(), NodeReport)
        if not found:
            return own
        texts = {node: None if told is None else told.data.decode() for node, told in found.items()}
        texts[self._health.node] = own.body.decode()
        merged = await asyncio.to_thread(merge_metrics, texts)
        return HttpResponse(merged.encode(), own.kind)

    async def answer_readiness(self, _asked: HttpRequest) -> HttpResponse:
        """Answer whether newcomers are welcome, and which workers are missing.

        A worker that died is no reason to send nobody here: the others take its runs, and new
        sessions too.
        """
        obstacles = self._readiness.obstacles()
        if obstacles == [NO_SEAT] and await self._has_room_elsewhere():
            obstacles = []
        notes = [*self._readiness.notes(), *self._health.notes(self._loop.time())]
        lines = "\n".join([*(obstacles or ["ready"]), *notes, ""])
        return plain(lines, HTTPStatus.SERVICE_UNAVAILABLE if obstacles else HTTPStatus.OK)

    async def _has_room_elsewhere(self) -> bool:
        """Return whether another worker has a seat, or room for a session."""
        reports = (await self._reports()).items()
        return any(
            report is not None and not report["obstacles"]
            for node, report in reports
            if node != self._health.node
        )

    async def _reports(self) -> dict[str, Report | None]:
        """Return the data of all workers by their ids; None where no answer came in time."""
        found = await self._others.ask(AskStatus(), NodeReport)
        reports: dict[str, Report | None] = {
            node: None if told is None else msgspec.json.decode(told.data)
            for node, told in found.items()
        }
        reports[self._health.node] = self._report()
        return reports

    def _report(self) -> Report:
        figures = figures_of(self._operations.census(), self._operations.counters)
        return {**self._status.report(), "figures": figures}

    # --- for other nodes ---------------------------------------------------------------------

    async def _tell_status(self, _question: AskStatus) -> NodeReport:
        return NodeReport(msgspec.json.encode(self._report()))

    async def _tell_metrics(self, _question: AskMetrics) -> NodeReport:
        assert self._metrics is not None, "it is asked only with the library"
        return NodeReport(self._metrics.text())
