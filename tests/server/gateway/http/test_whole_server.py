"""Two workers of one server, each asked about both."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from support.cluster.direct_links import DirectLinks, node_status, nodes_of_one_process
from support.gateway.host_requests import asked, series
from support.gateway.real_gateway import Hosted, Sections, hosted, http_get
from undertide_server.cluster.health import ClusterHealth
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.admission import MOST_MAKERS
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.metrics import Metrics
from undertide_server.gateway.http.readiness import NO_LEASE, NO_SEAT
from undertide_server.gateway.http.status import MOST_SESSIONS
from undertide_server.gateway.http.whole_server import (
    STALE_SECONDS,
    Report,
    merge_metrics,
    merge_samples,
    merge_status,
)
from undertide_shared.codec import encode
from undertide_shared.messages import Left


@asynccontextmanager
async def two_workers(
    **limits: Any,
) -> AsyncIterator[tuple[Hosted, Hosted, ClusterHealth, DirectLinks]]:
    """Start two workers; yield them, what the first knows of nodes, and the second's links."""
    nodes = nodes_of_one_process(["w1", "w2"])
    (first, _), (second, links) = nodes.values()
    async with hosted(others=first, **limits) as here, hosted(others=second, **limits) as there:
        yield here, there, first.health, links


async def metrics(host: Hosted) -> dict[str, float]:
    status, page = await http_get(host.address, "/metrics")
    assert status == 200
    return series(page)


async def status_of(host: Hosted) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((await http_get(host.address, "/status.json"))[1])
    return told


async def test_each_worker_tells_the_metrics_of_all() -> None:
    async with two_workers() as (here, there, _, _), there.player("Ann"):
        for host in (here, there):
            found = await metrics(host)
            assert found['undertide_players{node="w1"}'] == 0
            assert found['undertide_players{node="w2"}'] == 1
            assert found['undertide_serving_workers{node="w1"}'] == 2
            assert found['undertide_worker_up{node="w2"}'] == 1
            assert "undertide_players" not in found


async def test_a_worker_that_gives_no_answer_is_down() -> None:
    async with two_workers() as (here, _, _, links):
        links.silent = True
        found = await metrics(here)
        assert found['undertide_worker_up{node="w2"}'] == 0
        assert 'undertide_players{node="w2"}' not in found
        assert (await status_of(here))["notes"] == ["w2: no answer"]


async def test_each_worker_tells_the_status_of_all() -> None:
    async with two_workers() as (here, there, _, _), there.player("Ann"):
        there.gateway.counters.takeovers.observe(1.5)
        there.gateway.counters.fenced_writes += 2
        told = await status_of(here)
        (row,) = told["sessions"]
        assert (row["node"], row["players"]) == ("w2", 1)
        own, other = told["nodes"]
        assert (own["node"], own["players"], own["takeovers"]) == ("w1", 0, 0)
        assert (other["players"], other["takeovers"], other["takeover_s"]) == (1, 1, 1.5)
        assert other["fenced_writes"] == 2


async def test_a_worker_whose_others_have_gone_answers_alone() -> None:
    async with two_workers() as (here, _, health, _):
        health.record_nodes([node_status("w1")], 1e9)
        assert "undertide_players" in await metrics(here)
        assert "nodes" not in await status_of(here)


async def test_strangers_learn_nothing_of_all_this() -> None:
    private: Sections = {"operations": {"open_to": []}}
    nodes = nodes_of_one_process(["w1", "w2"])
    async with hosted(others=nodes["w1"][0], sections=private) as host:
        for path in ("/metrics", "/status.json"):
            assert (await http_get(host.address, path))[0] == 404


async def test_a_worker_that_died_shows_though_newcomers_are_welcome() -> None:
    async with two_workers() as (here, _, health, _):
        assert await http_get(here.address, "/readyz") == (200, "ready\n")
        health.record_nodes([node_status("w1")], 1e9)
        status, body = await http_get(here.address, "/readyz")
        assert status == 200
        ready, missing, died = body.splitlines()
        assert (ready, missing) == ("ready", "1 of 2 workers serve")
        assert died.startswith("a worker died")


async def test_newcomers_are_welcome_while_any_worker_has_a_seat() -> None:
    async with two_workers(sessions=1, seats=1) as (here, there, _, _), here.player("Ann"):
        assert await http_get(here.address, "/readyz") == (200, "ready\n")
        async with there.player("Ben"):
            assert await http_get(here.address, "/readyz") == (503, f"{NO_SEAT}\n")


async def test_a_worker_that_lost_its_lease_welcomes_nobody() -> None:
    async with two_workers() as (here, _, health, _):
        health.record_nodes([node_status("w1"), node_status("w2")], -1e9)
        assert await http_get(here.address, "/readyz") == (503, f"{NO_LEASE}\n")


async def test_takeovers_are_timed_from_the_last_sign_of_who_died() -> None:
    async with two_workers() as (here, _, health, _):
        here.gateway.note_nodes([node_status("w1")])
        now = asyncio.get_running_loop().time()
        silence = health.silence_of("w2", now)
        assert silence is not None
        here.gateway.note_takeover("w2")
        here.gateway.note_takeover("unknown")
        here.gateway.note_fenced()
        found = await metrics(here)
        assert found["undertide_takeover_seconds_count"] == 1
        assert found["undertide_died_workers_total"] == 1
        assert found["undertide_fenced_writes_total"] == 1


def metrics_of(players: int) -> str:
    """Return what a node with some players tells."""
    census = Census(
        **{**dict.fromkeys((each.name for each in fields(Census)), 0), "players": players}
    )
    counters = Counters()
    counters.note_sent(encode(Left("abcde", "bye")), 20, players)
    counters.beats.observe(0.01 * players)
    metrics = Metrics(counters, lambda: census, lambda: True)
    return metrics.answer(asked()).body.decode()


@pytest.fixture(scope="module")
def merged_metrics() -> str:
    return merge_metrics({"w2-b": metrics_of(5), "w1-a": metrics_of(3), "w3-c": None})


def test_every_series_of_a_node_has_its_label(merged_metrics: str) -> None:
    families = {family.name: family for family in text_string_to_metric_families(merged_metrics)}
    players = {each.labels["node"]: each.value for each in families["undertide_players"].samples}
    assert players == {"w1-a": 3, "w2-b": 5}
    (sent, _) = families["undertide_sent_messages"].samples
    assert (sent.labels, sent.value) == ({"node": "w1-a", "kind": "left"}, 3)
    for family in families.values():
        assert all("node" in sample.labels for sample in family.samples)


def test_all_that_a_node_tells_is_there(merged_metrics: str) -> None:
    alone = {
        (sample.name, *sorted(sample.labels.items()))
        for family in text_string_to_metric_families(metrics_of(3))
        for sample in family.samples
    }
    shown = {
        (sample.name, *sorted(each for each in sample.labels.items() if each[0] != "node"))
        for family in text_string_to_metric_families(merged_metrics)
        for sample in family.samples
        if sample.labels["node"] == "w1-a"
    }
    assert alone == shown


def test_each_family_stands_once_and_in_one_piece() -> None:
    merged = merge_metrics({"w1-a": None, "w2-b": metrics_of(5), "w3-c": metrics_of(3)})
    types = [line.split()[2] for line in merged.splitlines() if line.startswith("# TYPE")]
    assert len(types) == len(set(types))
    helps = [line.split()[2] for line in merged.splitlines() if line.startswith("# HELP")]
    assert sorted(helps) == sorted(types)


def test_a_node_that_gave_no_answer_is_down(merged_metrics: str) -> None:
    families = {family.name: family for family in text_string_to_metric_families(merged_metrics)}
    up = {each.labels["node"]: each.value for each in families["undertide_worker_up"].samples}
    assert up == {"w1-a": 1, "w2-b": 1, "w3-c": 0}


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


def merged_status(*reports: Report | None) -> Report:
    """Return the data of a server whose first node tells it."""
    ids = [f"w{number}" for number in range(1, len(reports) + 1)]
    health = ClusterHealth("w1", len(reports), 0.0)
    health.record_nodes([node_status(node) for node in ids], 0.0)
    return merge_status(health, dict(zip(ids, reports, strict=True)), 0.0)


def test_sessions_of_all_nodes_are_listed_with_their_node_the_fullest_first() -> None:
    told = merged_status(
        report(sessions=[session("a", 3), session("b", 1)]), report(sessions=[session("c", 2)])
    )
    rows = [(row["session"], row["node"]) for row in told["sessions"]]
    assert rows == [("a", "w1"), ("c", "w2"), ("b", "w1")]
    many = [session(str(number), 1) for number in range(MOST_SESSIONS)]
    assert (
        len(merged_status(report(sessions=many), report(sessions=many))["sessions"])
        == MOST_SESSIONS
    )


def test_what_all_nodes_lack_is_an_obstacle_and_what_one_lacks_is_a_note() -> None:
    told = merged_status(report(obstacles=["no disk", "no seat"]), report(obstacles=["no disk"]))
    assert told["obstacles"] == ["no disk"]
    assert told["notes"] == ["w1: no seat"]


def test_a_node_without_an_answer_is_shown_as_such() -> None:
    told = merged_status(report(), None)
    assert told["notes"] == ["w2: no answer"]
    first, second = told["nodes"]
    assert (first["node"], first["answered"], first["players"]) == ("w1", True, 1)
    assert (second["node"], second["answered"], second["players"]) == ("w2", False, 0)


def test_the_server_is_as_old_as_its_oldest_node() -> None:
    assert merged_status(report(begun=300), report(begun=200))["begun"] == 200


def test_makers_of_sessions_are_counted_on_all_nodes_together() -> None:
    told = merged_status(report(makers=[("a", 3), ("b", 2)]), report(makers=[("b", 2)]))
    assert told["makers"] == [("b", 4), ("a", 3)]
    many = [(str(number), 1) for number in range(MOST_MAKERS)]
    more = [(f"{number}'", 1) for number in range(MOST_MAKERS)]
    assert len(merged_status(report(makers=many), report(makers=more))["makers"]) == MOST_MAKERS


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
