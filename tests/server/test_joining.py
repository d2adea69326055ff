"""Two workers of one server in this process: what they do together, and how one leaves."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from support.gateway.raw_clients import guest, new_session, player
from support.gateway.real_gateway import http_get
from support.processes.waiting import LONGEST
from support.sessions.durable_host import played
from undertide_server.app import host
from undertide_server.choices import Choices
from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.store.ownership import opened_ownership
from undertide_server.store.run_list import RunList
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


@asynccontextmanager
async def two_workers(data: Path) -> AsyncIterator[list[RunningWorker]]:
    """Run two workers of one server over a data folder."""
    config = data / "config"
    config.mkdir()
    (config / "server.toml").write_text(OFTEN)
    with tempfile.TemporaryDirectory() as sockets:
        first = WorkerPlace("w1-0a0b0c", 2, sockets, opens_store=True)
        second = WorkerPlace("w2-0d0e0f", 2, sockets, opens_store=False)
        async with running(data, config, first) as one, running(data, config, second) as other:
            async with asyncio.timeout(LONGEST):
                for worker in (one, other):
                    await worker.knows_all()
            yield [one, other]


async def test_the_workers_share_out_what_an_earlier_server_played(tmp_path: Path) -> None:
    for first in (1, 100):
        played(tmp_path, 10, first)
    with RunList(tmp_path) as runs:
        sessions = [info.session for info, _ in runs.going_on()]
    async with two_workers(tmp_path) as workers:
        for session in sessions:
            await workers[0].lists(session)
        nodes = {worker.node for worker in workers}
        assert {owner_of(tmp_path, session) for session in sessions} == nodes


def owner_of(data: Path, session: str) -> str:
    """Return the node that plays a session."""
    with opened_ownership(data) as ownership:
        owned = ownership.owner_of_session(session)
    assert owned is not None
    return owned.node


async def test_what_one_worker_plays_all_list_and_a_drained_one_hands_it_over(
    tmp_path: Path,
) -> None:
    async with two_workers(tmp_path) as workers:
        await drains_one(workers, tmp_path)


async def drains_one(workers: list[RunningWorker], data: Path) -> None:
    """Play at one worker in a session of the other, which hands it over and ends."""
    session = await new_session(workers[0].address)
    async with player(workers[0].address, session, "Ann"):
        owner = owner_of(data, session)  # What Ann is shown is in the store.
    leaving, staying = sorted(workers, key=lambda each: each.node != owner)
    async with player(staying.address, session, "Ben") as ben:
        await staying.lists(session)
        leaving.drain.set()
        await leaving.ended
        assert owner_of(data, session) == staying.node
        await ben.send(Act(1, Explore()))
        await ben.until(Delta)
        assert "died" not in (await http_get(staying.address, "/readyz"))[1]
