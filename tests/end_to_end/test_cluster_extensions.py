"""Nodes of a cluster of which only some have the extension that a run needs."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.content.own_extension import NAME, PRESET, write_extension
from support.gateway.raw_clients import new_session
from support.postgres.server import PostgresServer
from support.processes.cluster import Cluster, ClusterNode, Way, fresh_database, running_cluster
from support.processes.commands import undertide
from support.sessions.remembering_bots import until as stirred
from support.sessions.remembering_bots import witnesses

LACKED = f"needs the extension {NAME} with rules 1"


@pytest.fixture
def cluster(postgres: PostgresServer, content: Path, tmp_path: Path) -> Iterator[Cluster]:
    """A cluster whose nodes `lit` and `again` have the extension, and `dark` another version."""
    own = ("--extensions", str(write_extension(tmp_path / "own")))
    other = ("--extensions", str(write_extension(tmp_path / "other", 2)))
    ways = {"lit": Way(own), "again": Way(own), "dark": Way(other)}
    chosen = ("--config", str(content), "--seed", "7", "--pace", "real")
    url = fresh_database(postgres)
    with running_cluster(url, tmp_path / "nodes", *chosen, ways=ways) as running:
        yield running


def looked(cluster: Cluster, node: ClusterNode, session: str) -> str:
    """Look into a session at a node as its operator; return what the command says is wrong."""
    where = ("--json", "--data", str(cluster.folder_of(node)))
    return undertide("admin", node.address, *where, "look", session).stderr


async def test_a_run_is_played_by_nodes_that_have_its_extension_alone(cluster: Cluster) -> None:
    (lit,) = await asyncio.to_thread(cluster.start, "lit")
    session = await new_session(lit.address, PRESET)
    (dark,) = await asyncio.to_thread(cluster.start, "dark")
    async with witnesses(dark.address, session, 1) as (link,):
        await stirred([link], lambda: link.settled >= 3, "a node that lacks it leads there")
        run = cluster.owned(session)
        assert LACKED in await asyncio.to_thread(looked, cluster, dark, session)
        assert await asyncio.to_thread(looked, cluster, lit, session) == ""
        await asyncio.to_thread(lit.kill)
        told = await asyncio.to_thread(dark.server.logged, "runs left to other nodes")
        assert f"{LACKED}; {NAME} 2.0 plays rules 2" in told
        goal = link.settled + 3
        (again,) = await asyncio.to_thread(cluster.start, "again")
        await stirred([link], lambda: link.settled >= goal, "a node that has it goes on")
        assert cluster.node_of(session) is again
        assert cluster.info(session).run == run.run
