from collections.abc import Sequence
from typing import Any

from support.cluster.direct_links import node_status
from undertide_server.cluster.health import ClusterHealth
from undertide_server.gateway.edge.admission import MOST_MAKERS
from undertide_server.gateway.http.nodes.merged_status import (
    STALE_SECONDS,
    Report,
    merge_samples,
    merge_status,
)
from undertide_server.gateway.http.status import MOST_SESSIONS


def samples(at: Sequence[float], players: Sequence[float], late: Sequence[float]) -> dict[str, Any]:
    return {"at": at, "players": players, "late_ms": late}


def session(name: str, players: int) -> dict[str, Any]:
    return {"session": name, "players": players, "watchers": 0}


def report(**changes: Any) -> Report:
    """Return what a node tells, with some parts changed."""
    told = {
        "name": "Undertide",
        "begun": 100,
        "obstacles": [],
        "makers": [],
        "samples": samples([5.0], [1], [1.0]),
        "sessions": [],
        "figures": {"players": 1},
    }
    return told | changes


def merged(*reports: Report | None) -> Report:
    """Return the data of a server whose first node tells it."""
    ids = [f"w{number}" for number in range(1, len(reports) + 1)]
    health = ClusterHealth("w1", len(reports), 0.0)
    health.note([node_status(node) for node in ids], 0.0)
    return merge_status(health, dict(zip(ids, reports, strict=True)), 0.0)


def test_sessions_of_all_nodes_are_listed_with_their_node_the_fullest_first() -> None:
    told = merged(
        report(sessions=[session("a", 3), session("b", 1)]), report(sessions=[session("c", 2)])
    )
    rows = [(row["session"], row["node"]) for row in told["sessions"]]
    assert rows == [("a", "w1"), ("c", "w2"), ("b", "w1")]
    many = [session(str(number), 1) for number in range(MOST_SESSIONS)]
    assert len(merged(report(sessions=many), report(sessions=many))["sessions"]) == MOST_SESSIONS


def test_what_all_nodes_lack_is_an_obstacle_and_what_one_lacks_is_a_note() -> None:
    told = merged(report(obstacles=["no disk", "no seat"]), report(obstacles=["no disk"]))
    assert told["obstacles"] == ["no disk"]
    assert told["notes"] == ["w1: no seat"]


def test_a_node_without_an_answer_is_shown_as_such() -> None:
    told = merged(report(), None)
    assert told["notes"] == ["w2: no answer"]
    first, second = told["nodes"]
    assert (first["node"], first["answered"], first["players"]) == ("w1", True, 1)
    assert (second["node"], second["answered"], second["players"]) == ("w2", False, 0)


def test_the_server_is_as_old_as_its_oldest_node() -> None:
    assert merged(report(begun=300), report(begun=200))["begun"] == 200


def test_makers_of_sessions_are_counted_on_all_nodes_together() -> None:
    told = merged(report(makers=[("a", 3), ("b", 2)]), report(makers=[("b", 2)]))
    assert told["makers"] == [("b", 4), ("a", 3)]
    many = [(str(number), 1) for number in range(MOST_MAKERS)]
    more = [(f"{number}'", 1) for number in range(MOST_MAKERS)]
    assert len(merged(report(makers=many), report(makers=more))["makers"]) == MOST_MAKERS


def test_samples_add_up_and_of_delays_the_worst_counts() -> None:
    nodes = {
        "w1": samples([10.0, 15.0, 20.0], [1, 2, 3], [5.0, 1.0, 1.0]),
        "w2": samples([9.0, 14.0, 19.0], [10, 20, 30], [2.0, 2.0, 0.5]),
    }
    assert merge_samples("w1", nodes) == samples([10.0, 15.0, 20.0], [11, 22, 33], [5.0, 2.0, 1.0])


def test_a_node_counts_only_while_it_took_samples() -> None:
    later = 20.0 + STALE_SECONDS
    nodes = {
        "w1": samples([10.0, 20.0, later], [1, 1, 1], [0.0, 0.0, 0.0]),
        "w2": samples([15.0, 20.0], [2, 2], [0.0, 0.0]),
    }
    assert merge_samples("w1", nodes)["players"] == [1, 3, 1]
