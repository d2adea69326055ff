"""Two workers of one server in this process: what they do together, and how one leaves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from support.gateway.raw_clients import guest, new_session, player
from support.gateway.real_gateway import http_get
from support.processes.waiting import LONGEST
from undertide_server.app import host
from undertide_server.choices import Choices
from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.store.ownership import opened_ownership
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

    def __init__(self, data: Path, config: Path, place: WorkerPlace) -> None:
        self.node = place.node
        self.drain = asyncio.Event()
        self.stop = asyncio.Event()
        self.address = ""
        choices = Choices("127.0.0.1", 0, "tutorial", config=config, data=data, worker=place)
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


@asynccontextmanager
async def running(data: Path, config: Path, place: WorkerPlace) -> AsyncIterator[RunningWorker]:
    """Run a worker until the context ends."""
    worker = RunningWorker(data, config, place)
    try:
        await worker.listens()
        yield worker
    finally:
        worker.stop.set()
        await worker.ended


@pytest.fixture
async def workers(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[list[RunningWorker]]:
    """Two workers of one server."""
    sockets, config = str(tmp_path_factory.mktemp("s")), tmp_path_factory.mktemp("config")
    (config / "server.toml").write_text(OFTEN)
    first = WorkerPlace("w1-0a0b0c", 2, sockets, opens_store=True)
    second = WorkerPlace("w2-0d0e0f", 2, sockets, opens_store=False)
    async with running(tmp_path, config, first) as one, running(tmp_path, config, second) as other:
        async with asyncio.timeout(LONGEST):
            for worker in (one, other):
                await worker.knows_all()
        yield [one, other]


def owner_of(data: Path, session: str) -> str:
    """Return the node that plays a session."""
    with opened_ownership(data) as ownership:
        owned = ownership.owner_of_session(session)
    assert owned is not None
    return owned.node


async def test_what_one_worker_plays_all_list_and_a_drained_one_hands_it_over(
    workers: list[RunningWorker], tmp_path: Path
) -> None:
    session = await new_session(workers[0].address)
    async with player(workers[0].address, session, "Ann"):
        owner = owner_of(tmp_path, session)  # What Ann is shown is in the store.
    leaving, staying = sorted(workers, key=lambda each: each.node != owner)
    async with player(staying.address, session, "Ben") as ben:
        await staying.lists(session)
        leaving.drain.set()
        await leaving.ended
        assert owner_of(tmp_path, session) == staying.node
        await ben.send(Act(1, Explore()))
        await ben.until(Delta)
        assert "died" not in (await http_get(staying.address, "/readyz"))[1]
