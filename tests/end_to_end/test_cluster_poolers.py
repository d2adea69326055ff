"""Nodes behind a pooler, by session or by transaction: play is as it is without one."""

import asyncio
from collections.abc import Iterator

import pytest

from support.postgres.pooler import running_pooler
from support.postgres.server import PostgresServer
from support.processes.cluster import Cluster, ClusterNode, fresh_database, running_cluster
from support.processes.cluster_players import goes_on, players, progress, session_of
from support.processes.tcp_proxy import TcpProxy

NAMES = ("one", "two")
ROOMY = {"default_pool_size": "60"}
"""By session each connection of a node, and of the tests, takes one of the database."""
END_BACKENDS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


@pytest.fixture(scope="module", params=["session", "transaction"])
def cluster(
    request: pytest.FixtureRequest,
    postgres: PostgresServer,
    cluster_options: tuple[str, ...],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Cluster]:
    """A cluster whose every connection goes by way of PgBouncer."""
    database = fresh_database(postgres)
    with (
        running_pooler(postgres, request.param, ROOMY) as pooler,
        running_cluster(
            pooler.url_of(database), tmp_path_factory.mktemp("nodes"), *cluster_options
        ) as running,
    ):
        yield running


async def test_runs_go_on_whole_after_all_backends_and_a_node_were_killed(
    cluster: Cluster, nodes: list[ClusterNode], postgres: PostgresServer
) -> None:
    one, two = nodes
    assert all(node.has_logged("the database is behind a pooler") for node in nodes)
    session = await session_of(cluster, one)
    with TcpProxy(one.address, two.address) as door:
        async with players(session, door.address, two.address) as links:
            for _ in range(3):
                await progress(links)
                postgres.ask(END_BACKENDS)
            await progress(links)
            await asyncio.to_thread(one.kill)
            await goes_on(cluster, session, links, (two,))
    steps = list(cluster.inputs(session))
    assert steps == list(range(1, len(steps) + 1)), "each step is there once"
    assert cluster.lost(session, links) == []
    verdicts = cluster.told("runs", "verify", "--all")["runs"]
    assert [each for each in verdicts if not each["holds"]] == []
