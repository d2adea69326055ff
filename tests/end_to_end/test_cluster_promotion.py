"""A standby of the database takes over that lacks the last commits: no run is guessed or forked."""

import asyncio
from collections.abc import Iterator

import pytest

from support.gateway.raw_clients import guest
from support.postgres.standby import Databases, running_databases
from support.processes.cluster import Cluster, ClusterNode, running_cluster
from support.processes.cluster_players import players, progress, session_of, shown_more
from support.sessions.remembering_bots import until
from undertide_server.simulation.state.inputs import Withdrawn
from undertide_server.store.fencing import WENT_BACK
from undertide_shared.messages import Error, Join

NAMES = ("one", "two")


@pytest.fixture(scope="module")
def databases() -> Iterator[Databases]:
    """A database server and a standby that copies it."""
    with running_databases() as running:
        yield running


@pytest.fixture(scope="module")
def cluster(
    databases: Databases,
    cluster_options: tuple[str, ...],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Cluster]:
    """A cluster whose nodes reach both databases directly."""
    folder = tmp_path_factory.mktemp("nodes")
    with running_cluster(databases.url, folder, *cluster_options, by_lines=False) as running:
        yield running


def sleeps(cluster: Cluster, session: str) -> bool:
    """Whether nothing happens in a session any more, since its hero sleeps."""
    return any(
        isinstance(each, Withdrawn)
        for inputs in cluster.inputs(session).values()
        for each in inputs
    )


async def test_a_run_whose_last_steps_are_lost_stops_and_all_others_go_on(
    databases: Databases, cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    whole, cut_off = await session_of(cluster, one), await session_of(cluster, two)
    async with players(whole, two.address) as before:
        await progress(before)
    async with players(cut_off, one.address, two.address) as links:
        await progress(links)
        while not sleeps(cluster, whole):
            await shown_more(links[0])
        databases.wait_until_copied()
        databases.line.cut()
        await progress(links)
        run = cluster.info(cut_off).run
        lefts = [link.lefts for link in links]
        databases.primary.kill()
        databases.standby.promote()
        await asyncio.to_thread(two.server.logged, "run fenced")
        await until(links, lambda: [link.lefts for link in links] > lefts, "they are told")
    info = cluster.info(cut_off)
    assert (info.state, info.reason[: len(WENT_BACK)]) == ("aside", WENT_BACK)
    async with guest(one.address) as client:
        await client.send(Join(cut_off, "Zoe"))
        assert (await client.until(Error)).code == "unknown_session"
    async with players(whole, one.address) as after:
        await progress(after)
        assert cluster.lost(whole, [*before, *after]) == []
    kept = databases.inputs(databases.standby, run)
    databases.primary.start()
    written = databases.inputs(databases.primary, run)
    assert len(kept) < len(written), "the standby lacked some"
    assert {step: written[step] for step in kept} == kept, "nobody wrote others in their place"
