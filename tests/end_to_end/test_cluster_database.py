"""The database of a cluster stops, or an answer of it is lost: play waits, and goes on whole."""

import asyncio
from collections.abc import Iterator

import pytest

from support.postgres.server import COMMIT, PostgresServer, running_server
from support.processes.cluster import Cluster, ClusterNode
from support.processes.cluster_players import (
    answers,
    heard,
    players,
    progress,
    seats_of,
    session_of,
    shown_more,
)
from undertide_server.gateway.http.readiness import NO_LEASE
from undertide_server.sessions.disk import REACHED, UNREACHED

NAMES = ("one", "two")
LOST, AGAIN = "runs can't be written", "runs are written again"
"""What a node logs when a commit fails, or seems to, and when one succeeds after that."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    """A database server that these tests may stop."""
    with running_server() as server:
        yield server


@pytest.fixture
def nodes(postgres: PostgresServer, cluster: Cluster) -> list[ClusterNode]:
    """All nodes of the cluster, awake and well, and their database."""
    if not postgres.is_running:
        postgres.start()
    return cluster.mend(*NAMES)


async def test_after_a_crash_of_the_database_each_run_goes_on_where_it_was(
    postgres: PostgresServer, cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    sessions = [await session_of(cluster, node) for node in nodes]
    before = [cluster.owned(session) for session in sessions]
    async with (
        players(sessions[0], one.address, two.address) as first,
        players(sessions[1], two.address, one.address) as second,
    ):
        links = [*first, *second]
        await progress(first)
        await progress(second)
        postgres.kill()
        for party in (first, second):
            await heard(party, UNREACHED)
        for node in nodes:
            await answers(node, "/readyz", 503, NO_LEASE)
        postgres.start()
        for party in (first, second):
            await heard(party, REACHED)
            await progress(party)
        assert [cluster.owned(session) for session in sessions] == before, "nobody took any over"
        assert [len(seats) for seats in seats_of(links)] == [1, 1, 1, 1]
    for session, party in zip(sessions, (first, second), strict=True):
        assert cluster.lost(session, party) == []


async def test_a_commit_whose_answer_is_lost_is_made_once(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    session = await session_of(cluster, one)
    before = cluster.owned(session)
    async with players(session, one.address, two.address) as links:
        await progress(links)
        lost, again = (one.server.log.count(words) for words in (LOST, AGAIN))
        while one.server.log.count(LOST) == lost:
            one.database.lose_answer_to(COMMIT)
            await shown_more(links[0])
        await asyncio.to_thread(one.server.logged_until, lambda log: log.count(AGAIN) > again)
        await progress(links)
        assert cluster.owned(session) == before
        assert [link.closed for link in links] == [0, 0]
        steps = list(cluster.inputs(session))
        assert steps == list(range(1, len(steps) + 1)), "each step is there once"
        assert cluster.lost(session, links) == []
