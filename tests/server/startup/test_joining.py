"""Two workers of one server in this process: what they do together, and how one leaves."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from support.gateway.raw_clients import guest, new_session, player
from support.gateway.real_gateway import http_get
from support.processes.waiting import LONGEST, let_others_go_on
from support.sessions.copied_runs import copied
from support.sessions.durable_host import played
from undertide_server.app import host
from undertide_server.cluster import cut_off
from undertide_server.cluster.node_ids import name_of
from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.startup import joining
from undertide_server.startup.choices import Choices
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import LEASE_SECONDS, ClusterNews
from undertide_server.store.ownership import STOPPED, Ownership, opened_ownership
from undertide_server.store.run_list import RunList
from undertide_shared.closing import Closing
from undertide_shared.messages import Act, Delta, Explore, ListSessions, Sessions

OFTEN = """\
[limits]
connections_per_second = 100_000
messages_per_second = 100_000
message_burst = 100_000
"""
"""Settings with which a test may ask the same thing again and again."""


class RunningWorker:
    """A worker that listens at a port of its own."""

    def __init__(self, choices: Choices) -> None:
        self.node = "" if choices.worker is None else choices.worker.node
        self.drain = asyncio.Event()
        self.stop = asyncio.Event()
        self.address = ""
        self._listening = asyncio.Event()
        self.ended = asyncio.create_task(host(choices, self.stop, self._announce, self.drain))

    def _announce(self, address: str) -> None:
        self.address = address
        self._listening.set()

    async def listens(self) -> None:
        """Wait until it listens; raise what keeps it from that."""
        listening = asyncio.create_task(self._listening.wait())
        await asyncio.wait({listening, self.ended}, return_when=asyncio.FIRST_COMPLETED)
        if self.ended.done():
            self.ended.result()

    async def knows_all(self) -> None:
        """Wait until it has heard that both workers serve."""
        async with asyncio.timeout(LONGEST):
            while "1 of 2" in (await http_get(self.address, "/readyz"))[1]:
                pass

    async def lists(self, session: str) -> None:
        """Wait until its lobby lists a session."""
        async with asyncio.timeout(LONGEST), guest(self.address) as client:
            listed = list[str]()
            while session not in listed:
                await client.send(ListSessions())
                found = await client.until(Sessions)
                listed = [each.session for each in found.sessions]


def running(
    data: Path, config: Path, place: WorkerPlace
) -> AbstractAsyncContextManager[RunningWorker]:
    """Run a worker until the context ends."""
    return started(Choices("127.0.0.1", 0, "tutorial", config=config, data=data, worker=place))


@asynccontextmanager
async def started(choices: Choices) -> AsyncIterator[RunningWorker]:
    """Run a server until the context ends."""
    worker = RunningWorker(choices)
    try:
        await worker.listens()
        yield worker
    finally:
        worker.stop.set()
        await worker.ended


@asynccontextmanager
async def first_worker(data: Path) -> AsyncIterator[tuple[RunningWorker, Path, WorkerPlace]]:
    """Run the first of two workers over a data folder; yield the settings and the other's place."""
    config = data / "config"
    config.mkdir()
    (config / "server.toml").write_text(OFTEN)
    with tempfile.TemporaryDirectory() as sockets:
        first = WorkerPlace("w1-0a0b0c", 2, sockets, opens_store=True)
        second = WorkerPlace("w2-0d0e0f", 2, sockets, opens_store=False)
        async with running(data, config, first) as worker:
            yield worker, config, second


def owner_of(data: StoreAddress, session: str) -> str:
    """Return the node that plays a session."""
    with opened_ownership(data) as ownership:
        owned = ownership.owner_of_session(session)
    assert owned is not None
    return owned.node


async def renewed(data: StoreAddress, seconds: float) -> None:
    """Wait until the one node of a store has renewed its lease for some seconds."""
    with opened_ownership(data) as ownership:
        while True:
            (node,) = ownership.nodes()
            if time.time() - node.lease_age - node.begun >= seconds:
                return
            await let_others_go_on()


async def test_the_workers_share_out_what_an_earlier_server_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "GATHER_SECONDS", 1000.0)
    for first in (1, 100):
        played(tmp_path, 10, first)
    with RunList(tmp_path) as runs:
        sessions = [info.session for info, _ in runs.going_on()]
    async with first_worker(tmp_path) as (one, config, place):
        await renewed(tmp_path, LEASE_SECONDS)  # Long enough to claim all if it didn't wait.
        async with running(tmp_path, config, place) as other:
            for session in sessions:
                await one.lists(session)
            owners = {owner_of(tmp_path, session) for session in sessions}
            assert owners == {one.node, other.node}


async def test_what_one_worker_plays_all_list_and_a_drained_one_hands_it_over(
    tmp_path: Path,
) -> None:
    async with (
        first_worker(tmp_path) as (one, config, place),
        running(tmp_path, config, place) as other,
    ):
        for worker in (one, other):
            await worker.knows_all()
        session = await new_session(one.address)
        async with player(one.address, session, "Ann"):
            owner = owner_of(tmp_path, session)  # What Ann is shown is in the store.
        leaving, staying = sorted((one, other), key=lambda each: each.node != owner)
        async with player(staying.address, session, "Ben") as ben:
            await staying.lists(session)
            leaving.drain.set()
            await leaving.ended
            assert owner_of(tmp_path, session) == staying.node
            await ben.send(Act(1, Explore()))
            await ben.until(Delta)
            assert "died" not in (await http_get(staying.address, "/readyz"))[1]


async def test_a_worker_that_is_cut_off_from_the_store_sends_its_players_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cut_off, "CUT_OFF_SECONDS", LEASE_SECONDS)
    cut = set[str]()
    renew = Ownership.renew

    def renew_unless_cut(self: Ownership, node: str, *words: Any) -> ClusterNews:
        if name_of(node) in cut:
            raise StoreError("the store can't be reached")
        return renew(self, node, *words)

    monkeypatch.setattr(Ownership, "renew", renew_unless_cut)
    async with (
        first_worker(tmp_path) as (one, config, place),
        running(tmp_path, config, place) as other,
    ):
        for worker in (one, other):
            await worker.knows_all()
        session = await new_session(one.address)
        async with player(one.address, session, "Ann") as ann:
            cut.add(name_of(one.node))
            assert await ann.gone() == Closing.GOING_AWAY
        assert (await http_get(one.address, "/readyz"))[0] == 503
        with pytest.raises(InvalidStatus):
            async with guest(one.address):
                pass
        async with player(other.address, session, "Ben") as ben:
            assert owner_of(tmp_path, session) == other.node
            await ben.send(Act(1, Explore()))
            await ben.until(Delta)
        cut.clear()
        async with asyncio.timeout(LONGEST):
            while (await http_get(one.address, "/readyz"))[0] != 200:
                pass
        async with player(one.address, session, "Cat") as cat:
            await cat.send(Act(1, Explore()))
            await cat.until(Delta)


async def test_servers_over_one_database_play_one_session_and_the_one_that_ends_hands_it_over(
    tmp_path: Path, postgres_url: str
) -> None:
    (tmp_path / "server.toml").write_text(OFTEN)
    database = PostgresAddress.parse(postgres_url)
    choices = Choices("127.0.0.1", 0, "tutorial", config=tmp_path, cluster=database)
    async with started(choices) as one, started(choices) as other:
        session = await new_session(one.address)
        await other.lists(session)
        async with player(other.address, session, "Ben") as ben:
            await ben.send(Act(1, Explore()))
            await ben.until(Delta)
            former = owner_of(database, session)
            one.drain.set()
            await one.ended
            assert owner_of(database, session) != former
            await ben.send(Act(2, Explore()))
            await ben.until(Delta)
    with opened_ownership(database) as ownership:
        assert ownership.nodes() == ()


async def test_the_next_server_of_a_database_goes_on_with_what_the_last_one_left(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "GATHER_SECONDS", 0.0)
    (tmp_path / "server.toml").write_text(OFTEN)
    database = PostgresAddress.parse(postgres_url)
    choices = Choices("127.0.0.1", 0, "tutorial", config=tmp_path, cluster=database)
    async with started(choices) as one:
        session = await new_session(one.address)
        async with player(one.address, session, "Ann") as ann:
            await ann.send(Act(1, Explore()))
            await ann.until(Delta)
            one.drain.set()  # Nobody else is there to take it.
            await one.ended
    async with started(choices) as again:
        await again.lists(session)
        with opened_ownership(database) as ownership:
            (node,) = ownership.nodes()
        assert owner_of(database, session) == node.id


async def test_a_node_waits_for_those_that_start_with_it_before_it_claims_what_others_left(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "server.toml").write_text(OFTEN)
    before = played(tmp_path / "data", 10)
    database = copied(tmp_path / "data", PostgresAddress.parse(postgres_url))
    with opened_ownership(database) as ownership:
        ownership.orphan([before.name])
    choices = Choices("127.0.0.1", 0, "tutorial", config=tmp_path, cluster=database)
    monkeypatch.setattr(joining, "GATHER_SECONDS", 1000.0)
    async with started(choices):
        await renewed(database, LEASE_SECONDS)  # Long enough to claim it if it didn't wait.
        assert owner_of(database, before.session.id) == STOPPED
        monkeypatch.setattr(joining, "GATHER_SECONDS", 0.0)
        async with started(choices) as other:
            await other.lists(before.session.id)
            assert owner_of(database, before.session.id) != STOPPED
