"""Nodes of a cluster that can't reach the database, or each other, although all of them live."""

from support.gateway.raw_clients import guest, player
from support.processes.cluster import Cluster, ClusterNode
from support.processes.cluster_players import answers, goes_on, players, progress, session_of
from undertide_server.gateway.http.readiness import NO_LEASE
from undertide_server.gateway.relay.searches import CUT
from undertide_shared.closing import Closing
from undertide_shared.messages import Error, Join, Watch

NAMES = ("one", "two", "three")


async def test_a_node_that_can_not_reach_the_database_leaves_its_runs_to_the_others(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two, three = nodes
    session = await session_of(cluster, one)
    before = cluster.owned(session)
    async with (
        players(session, two.address, three.address) as links,
        player(one.address, session, "Ann") as ann,
        guest(one.address) as zoe,
    ):
        await progress(links)
        one.database.swallow()
        await goes_on(cluster, session, links, (two, three))
        assert cluster.owned(session).epoch == before.epoch + 1
        assert await ann.gone() == Closing.GOING_AWAY
        assert await zoe.gone() == Closing.GOING_AWAY, "so that it asks another node"
        await answers(one, "/readyz", 503, NO_LEASE)
        assert [link.closed for link in links] == [0, 0]
        assert cluster.lost(session, links) == []
        one.database.open()
        await answers(one, "/readyz", 200)
        async with players(session, one.address) as back:
            await progress(back)
        assert one.has_logged("lease lost")
    assert cluster.id_of(one) != before.node


async def test_nodes_that_can_not_reach_each_other_keep_their_runs(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two, three = nodes
    session = await session_of(cluster, one)
    before = cluster.owned(session)
    async with players(session, one.address) as links:
        await progress(links)
        for node in (two, three):
            await answers(node, "/readyz", 200)
        one.links.cut()
        two.links.cut()
        async with guest(two.address) as client:
            await client.send(Join(session, "Zoe"))
            refused = await client.until(Error)
            assert refused.code == "server_full", "which says that it may try again"
            await client.send(Watch(session, "Zoe"))
            assert (await client.until(Error)).code == "server_full"
        await progress(links)
        assert cluster.owned(session) == before
        one.links.open()
        two.links.open()
        async with players(session, two.address) as others:
            await progress(others)
            assert cluster.lost(session, [*links, *others]) == []
        assert [link.closed for link in links] == [0]


async def test_players_across_a_cut_are_sent_to_another_node_and_the_run_goes_on(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two, _ = nodes
    session = await session_of(cluster, one)
    before = cluster.owned(session)
    async with (
        players(session, one.address) as links,
        player(two.address, session, "Zoe") as zoe,
    ):
        await progress(links)
        one.links.cut()
        two.links.cut()
        assert await zoe.gone() == Closing.GOING_AWAY
        assert zoe.connection.close_reason == CUT
        await progress(links)
        assert cluster.owned(session) == before
        assert [link.closed for link in links] == [0]
