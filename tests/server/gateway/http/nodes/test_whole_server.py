"""Two workers of one server, each asked about both."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from support.cluster.direct_links import DirectLinks, node_status, nodes_of_one_process
from support.gateway.host_requests import series
from support.gateway.real_gateway import Hosted, Sections, hosted, http_get
from undertide_server.cluster.health import ClusterHealth
from undertide_server.gateway.http.readiness import NO_LEASE, NO_SEAT


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
        health.note([node_status("w1")], 1e9)
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
        health.note([node_status("w1")], 1e9)
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
        health.note([node_status("w1"), node_status("w2")], -1e9)
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
