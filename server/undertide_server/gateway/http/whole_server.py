"""The operator's pages of a server with several workers: each worker answers for all of them."""

import asyncio
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec

from undertide_server.cluster.health import ClusterHealth
from undertide_server.cluster.links.messages import AskMetrics, AskStatus, NodeReport
from undertide_server.cluster.other_nodes import OtherNodes
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.admission import MOST_MAKERS
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.history import SAMPLE_SECONDS
from undertide_server.gateway.http.operations import Operations
from undertide_server.gateway.http.readiness import NO_SEAT
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, Route, SlowRoute, plain
from undertide_server.gateway.http.status import MOST_SESSIONS, answer_of, by_company
from undertide_server.store.leases import NodeStatus

FAMILY: Final = re.compile(r"# (HELP|TYPE) ")
ABSENT: Final = "# TYPE undertide_worker_up gauge\nundertide_worker_up 0.0\n"
"""Stands for what a node without an answer would tell. The others tell 1 of themselves."""


def merge_metrics(texts: Mapping[str, str | None]) -> str:
    """Return the metrics of all nodes, by family, as Prometheus wants them.

    `texts` has what each node tells in the text format, by its id; None for a node that gave no
    answer in time.
    """
    heads: dict[str, dict[str, str]] = {}
    series: dict[str, list[str]] = {}
    for node, text in sorted(texts.items()):
        for family, line in _lines(ABSENT if text is None else text):
            if line.startswith("#"):
                # Nodes of two versions may describe a family in different words.
                heads.setdefault(family, {}).setdefault(line[:7], line)
            else:
                series.setdefault(family, []).append(_labelled(line, node))
    found = [
        line for family, head in heads.items() for line in (*head.values(), *series.get(family, ()))
    ]
    return "\n".join([*found, ""])


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line with the name of its family, which the comments before it state."""
    family = ""
    for line in text.splitlines():
        if FAMILY.match(line):
            family = line.split(" ", 3)[2]
        if line:
            yield family, line


def _labelled(line: str, node: str) -> str:
    """Return a series with one more label. A node's id needs no quoting."""
    name = re.match(r"[^{ ]+", line)
    assert name is not None, f"no series: {line!r}"
    rest = line[name.end() :]
    if not rest.startswith("{"):
        return f'{name[0]}{{node="{node}"}}{rest}'
    return f'{name[0]}{{node="{node}",{rest[1:]}'


WORST: Final = ("late_ms", "beat_ms", "commit_ms")
"""Fields of a sample of which the worst node's counts. Of the others the sum does."""
STALE_SECONDS: Final = 2 * SAMPLE_SECONDS
"""Age from which a sample no longer counts: its node takes none any more."""
Report = Mapping[str, Any]
"""The data of one node's page: `StatusPage.report`."""
Columns = Mapping[str, Sequence[float]]
"""The samples of a node by field, the oldest first: `History.columns`."""


def merge_status(health: ClusterHealth, reports: Mapping[str, Report | None], now: float) -> Report:
    """Return the data of a whole server, as one of its nodes tells it.

    `reports` has the data of each node by its id; None for a node that gave no answer in time.
    `now` is by the event loop's clock.
    """
    answers = {node: report for node, report in sorted(reports.items()) if report is not None}
    own = health.node
    obstacles = [set(report["obstacles"]) for report in answers.values()]
    shared = set.intersection(*obstacles)
    return {
        **answers[own],
        "begun": min(report["begun"] for report in answers.values()),
        "obstacles": [each for each in answers[own]["obstacles"] if each in shared],
        "notes": [*health.notes(now), *_notes(reports, shared)],
        "makers": _makers(report["makers"] for report in answers.values()),
        "samples": merge_samples(own, {node: each["samples"] for node, each in answers.items()}),
        "sessions": _sessions(answers),
        "nodes": [_node(status, reports.get(status.id)) for status in health.nodes],
    }


def _notes(reports: Mapping[str, Report | None], shared: Collection[str]) -> Iterator[str]:
    """Yield what keeps some of the nodes from their work, but not all of them."""
    for node, report in sorted(reports.items()):
        if report is None:
            yield f"{node}: no answer"
            continue
        for obstacle in report["obstacles"]:
            if obstacle not in shared:
                yield f"{node}: {obstacle}"


def _node(status: NodeStatus, report: Report | None) -> dict[str, Any]:
    """Return the row of a node. Without an answer, it has what the store knows."""
    known = {
        "node": status.id,
        "state": status.state,
        "answered": report is not None,
        "version": status.node.version,
        "begun": round(status.begun),
        **status.load._asdict(),
        "lease_age_s": round(status.lease_age, 2),
    }
    return known if report is None else {**known, **report["figures"]}


def _makers(lists: Iterable[Sequence[tuple[str, int]]]) -> list[tuple[str, int]]:
    """Return the addresses that made most sessions on all nodes together."""
    made: Counter[str] = Counter()
    for makers in lists:
        for address, sessions in makers:
            made[address] += sessions
    return made.most_common(MOST_MAKERS)


def _sessions(answers: Mapping[str, Report]) -> list[dict[str, Any]]:
    rows = [{**row, "node": node} for node, each in answers.items() for row in each["sessions"]]
    rows.sort(key=by_company)
    return rows[:MOST_SESSIONS]


def merge_samples(own: str, nodes: Mapping[str, Columns]) -> dict[str, list[float]]:
    """Return the samples of all nodes together, at the times of the samples of node `own`."""
    times = nodes[own]["at"]
    picked = [
        (columns, row) for columns in nodes.values() for row in [_rows_at(times, columns["at"])]
    ]
    merged: dict[str, list[float]] = {"at": list(times)}
    for field in nodes[own]:
        if field != "at":
            join = max if field in WORST else sum
            values = [_values(columns[field], rows) for columns, rows in picked]
            merged[field] = [round(join(each), 2) for each in zip(*values, strict=True)]
    return merged


def _rows_at(times: Sequence[float], others: Sequence[float]) -> list[int | None]:
    """Return the row of a node's last sample by each time; None where there is no recent one."""
    rows: list[int | None] = []
    row = -1
    for at in times:
        while row + 1 < len(others) and others[row + 1] <= at:
            row += 1
        rows.append(row if row >= 0 and at - others[row] < STALE_SECONDS else None)
    return rows


def _values(column: Sequence[float], rows: Iterable[int | None]) -> list[float]:
    return [0 if row is None else column[row] for row in rows]


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
        return answer_of(await self.report_status())

    async def report_status(self) -> bytes:
        """Return the data of the status page about all workers, in JSON."""
        reports = await self._reports()
        if len(reports) == 1:
            return self._status.encoded_report()
        now = self._loop.time()
        # With many workers this takes longer than the event loop may be busy.
        return await asyncio.to_thread(
            lambda: msgspec.json.encode(merge_status(self._health, reports, now))
        )

    async def answer_metrics(self, asked: HttpRequest) -> HttpResponse:
        """Answer with the metrics of all workers; each series names its own if there are others."""
        assert self._metrics is not None, "the route exists only with the library"
        own = self._metrics.answer(asked)
        found = await self._others.query_all(AskMetrics(), NodeReport)
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
        found = await self._others.query_all(AskStatus(), NodeReport)
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
