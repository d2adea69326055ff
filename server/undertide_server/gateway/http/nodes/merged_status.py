"""The data of the status page of several nodes, in the form of one server's. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from undertide_server.cluster.health import ClusterHealth
from undertide_server.gateway.edge.admission import MOST_MAKERS
from undertide_server.gateway.http.history import SAMPLE_SECONDS
from undertide_server.gateway.http.status import MOST_SESSIONS, by_company
from undertide_server.store.leases import NodeStatus

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
