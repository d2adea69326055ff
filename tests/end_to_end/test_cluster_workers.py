"""A server of a cluster with several workers: each of them is a node of its own."""

import asyncio
import os
import re
import signal

from support.gateway.raw_clients import new_session
from support.processes.cluster import Cluster, ClusterNode, Way
from support.processes.cluster_players import goes_on, players, progress

WAYS = {"many": Way(options=("--workers", "2")), "one": Way()}
"""A server of two workers, and one of one process."""
NAMES = tuple(WAYS)


def worker_processes(server: ClusterNode) -> dict[str, int]:
    """Return the processes of the workers that a server has started, by their node's id."""
    found = re.findall(r'event="worker starts" worker=(\S+) process=(\d+)', server.server.log)
    return {node: int(process) for node, process in found}


async def test_runs_of_a_worker_that_is_killed_go_on_at_any_node(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    many, one = nodes
    many.server.logged("serving=2")
    session = await new_session(many.address)
    before = cluster.owned(session)
    workers = worker_processes(many)
    assert before.node in workers
    assert {each.id for each in cluster.statuses()} == {*workers, cluster.id_of(one)}
    async with players(session, one.address) as links:
        await progress(links)
        os.kill(workers[before.node], signal.SIGKILL)
        await goes_on(cluster, session, links, nodes)
        after = cluster.owned(session)
        assert (after.node == before.node, after.epoch) == (False, before.epoch + 1)
        assert [link.closed for link in links] == [0]
        await asyncio.to_thread(many.server.logged, "worker ended")
        assert cluster.lost(session, links) == []


async def test_a_server_of_workers_hands_its_runs_to_other_machines_when_it_stops(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    many, one = nodes
    session = await new_session(many.address)
    async with players(session, one.address) as links:
        await progress(links)
        code, log = await asyncio.to_thread(many.terminate)
        assert (code, "all workers stopped" in log) == (0, True)
        await progress(links)
        assert cluster.node_of(session) is one
        assert (links[0].closed, len(links[0].joined)) == (0, 1)
        assert [each.id for each in cluster.statuses()] == [cluster.id_of(one)]
        assert cluster.lost(session, links) == []
