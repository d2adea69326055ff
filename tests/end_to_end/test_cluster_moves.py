"""Runs that are handed from node to node of a cluster: by command, at a stop, to other rules."""

import asyncio

from support.processes.cluster import Cluster, ClusterNode, Way
from support.processes.cluster_players import goes_on, players, progress, seats_of, session_of
from undertide_server.simulation.version import RULES
from undertide_server.store.reader import Reader

NAMES = ("one", "two")
NEW = RULES + 1
WAYS = {"new": Way(rules=NEW), "newer": Way(rules=NEW)}


async def test_a_run_is_moved_by_command_and_no_connection_closes(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    session = await session_of(cluster, one)
    before = cluster.owned(session)
    async with players(session, one.address, two.address) as links:
        await progress(links)
        words = ("cluster", "move", before.run, cluster.id_of(two))
        told = await asyncio.to_thread(cluster.told, *words)
        assert (told["from"], told["to"]) == (before.node, cluster.id_of(two))
        await progress(links)
        after = cluster.owned(session)
        assert (after.node, after.epoch) == (cluster.id_of(two), before.epoch + 1)
        assert [link.closed for link in links] == [0, 0]
        assert [len(link.joined) for link in links] == [1, 1]
        assert cluster.lost(session, links) == []


async def test_a_node_that_drains_hands_all_its_runs_over(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    sessions = [await session_of(cluster, one) for _ in range(2)]
    before = [cluster.owned(session) for session in sessions]
    async with (
        players(sessions[0], one.address, two.address) as first,
        players(sessions[1], one.address) as second,
    ):
        await progress(first)
        await progress(second)
        told = await asyncio.to_thread(cluster.told, "cluster", "drain", cluster.id_of(one))
        assert (told["moved"] >= 2, told["left"]) == (True, 0)
        await progress(first)
        await progress(second)
        after = [cluster.owned(session) for session in sessions]
        assert {each.node for each in after} == {cluster.id_of(two)}
        assert [each.epoch for each in after] == [each.epoch + 1 for each in before]
        assert [link.closed for link in (*first, *second)] == [0, 0, 0]
    for session, links in zip(sessions, (first, second), strict=True):
        assert cluster.lost(session, links) == []
    one.terminate()  # it takes no more runs


async def test_a_node_that_is_stopped_hands_its_runs_over_before_it_ends(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    session = await session_of(cluster, one)
    before = cluster.owned(session)
    async with players(session, two.address) as links:
        await progress(links)
        code, log = await asyncio.to_thread(one.terminate)
        assert (code, "run moved" in log) == (0, True)
        await progress(links)
        after = cluster.owned(session)
        assert (after.node, after.epoch) == (cluster.id_of(two), before.epoch + 1)
        assert (links[0].closed, len(links[0].joined)) == (0, 1)
        assert before.node not in {each.id for each in cluster.statuses()}
        assert cluster.lost(session, links) == []


async def test_the_last_node_leaves_its_runs_to_the_next_one_that_starts(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    session = await session_of(cluster, one)
    async with players(session, one.address) as links:
        await progress(links)
        two.terminate()
        code, _ = await asyncio.to_thread(one.terminate)
        assert code == 0
    (again,) = await asyncio.to_thread(cluster.start, "one")
    assert await asyncio.to_thread(again.server.logged, "run goes on")
    async with players(session, again.address) as back:
        await progress(back)
        assert cluster.node_of(session) is again
        assert cluster.lost(session, [*links, *back]) == []


async def test_runs_go_on_by_the_rules_of_a_newer_node_and_never_back(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    session = await session_of(cluster, one)
    async with players(session, two.address) as links:
        await progress(links)
        two.database.open()
        (new,) = await asyncio.to_thread(cluster.start, "new")
        words = ("cluster", "move", cluster.owned(session).run, cluster.id_of(new))
        await asyncio.to_thread(cluster.told, *words)
        await progress(links)
        assert cluster.node_of(session) is new
        assert rules_of(cluster, session) == [RULES, NEW]
        (newer,) = await asyncio.to_thread(cluster.start, "newer")
        await asyncio.to_thread(new.kill)
        await goes_on(cluster, session, links, [newer])
        assert not any(node.has_logged("run set aside") for node in (one, two))
        assert rules_of(cluster, session) == [RULES, NEW]
        assert seats_of(links) == [{(session, 0)}]
    verdicts = cluster.told("runs", "verify", cluster.info(session).run, rules=NEW)["runs"]
    assert [each["holds"] for each in verdicts] == [True]


def rules_of(cluster: Cluster, session: str) -> list[int]:
    """Return the versions of the rules by which a session's run was played."""
    with Reader(cluster.store) as reader:
        return [each.rules for each in reader.rules_stretches(cluster.info(session).run)]
