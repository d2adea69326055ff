"""Nodes of a cluster that are killed or stand still: their runs go on at the others, whole."""

import asyncio

from support.processes.cluster import Cluster, ClusterNode, Way
from support.processes.cluster_players import goes_on, players, progress, seats_of, session_of
from support.processes.tcp_proxy import TcpProxy

AN_HOUR = 3600
WAYS = {"one": Way(), "two": Way(clock=AN_HOUR), "three": Way(clock=-AN_HOUR)}
"""All that follows holds although no two of the nodes agree what time it is."""
NAMES = tuple(WAYS)


async def test_no_run_changes_its_owner_while_all_nodes_live(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    sessions = [await session_of(cluster, node) for node in nodes]
    made = [cluster.owned(session) for session in sessions]
    assert [cluster.node_with_id(each.node) for each in made] == nodes
    async with players(sessions[0], *(node.address for node in nodes)) as links:
        await progress(links, 10)
    assert [cluster.owned(session) for session in sessions] == made


async def test_the_runs_of_a_killed_node_go_on_at_the_others(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two, three = nodes
    sessions = [await session_of(cluster, one) for _ in range(2)]
    before = [cluster.owned(session) for session in sessions]
    with TcpProxy(one.address, three.address) as door:
        async with (
            players(sessions[0], door.address, two.address) as first,
            players(sessions[1], two.address, three.address) as second,
        ):
            await progress([*first, *second])
            await asyncio.to_thread(one.kill)
            await goes_on(cluster, sessions[0], first, (two, three))
            await goes_on(cluster, sessions[1], second, (two, three))
            assert [len(seats) for seats in seats_of([*first, *second])] == [1, 1, 1, 1]
            assert [link.closed > 0 for link in first] == [True, False], "one came by the dead node"
            assert [link.closed for link in second] == [0, 0]
            after = [cluster.owned(session) for session in sessions]
    assert [each.epoch for each in after] == [each.epoch + 1 for each in before]
    assert {each.node for each in after} <= {cluster.id_of(two), cluster.id_of(three)}
    for session, links in zip(sessions, (first, second), strict=True):
        assert cluster.lost(session, links) == []
    verdicts = cluster.told("runs", "verify", "--all")["runs"]
    assert {each["run"] for each in verdicts if each["holds"]} >= {each.run for each in after}


async def test_a_node_that_stood_still_changes_nothing_once_it_goes_on(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two, three = nodes
    session = await session_of(cluster, one)
    before = cluster.owned(session)
    async with players(session, two.address, three.address) as links:
        await progress(links)
        one.pause()
        await goes_on(cluster, session, links, (two, three))
        taken, steps = cluster.owned(session), cluster.inputs(session)
        one.wake()
        await asyncio.to_thread(one.server.logged, "lease lost")
        await progress(links)
        later = cluster.inputs(session)
        assert {step: later[step] for step in steps} == steps
        assert cluster.owned(session) == taken
        assert (taken.node == before.node, taken.epoch) == (False, before.epoch + 1)
        assert [link.closed for link in links] == [0, 0]
        async with players(session, one.address) as others:
            await progress(others)
        assert cluster.lost(session, [*links, *others]) == []
    assert cluster.id_of(one) != before.node, "it is another node now"


async def test_whoever_plays_by_a_node_that_stood_still_gets_every_answer(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two, three = nodes
    session = await session_of(cluster, one)
    async with players(session, one.address, two.address) as links:
        await progress(links)
        one.pause()
        await goes_on(cluster, session, links[1:], (two, three))
        one.wake()
        await progress(links)
        assert [link.closed for link in links] == [0, 0]
        assert cluster.lost(session, links) == []
