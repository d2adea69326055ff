"""The process that shows the game to visitors: connections in, one visit each.

It has a low priority and a bound for its memory, and ends with its line to the server.
"""

import asyncio
import gc
import logging
import os
import resource
import socket
import sys
from pathlib import Path
from typing import Final

import asyncssh
import msgspec

from undertide_server.gateway.ssh.control import (
    Beat,
    ControlLine,
    DropVisit,
    Guessed,
    Ready,
    Setup,
    StopVisits,
    TakeVisit,
    ToServer,
    ToWorker,
    VisitEnded,
    VisitTerms,
)
from undertide_server.gateway.ssh.login import KnownKeys
from undertide_server.gateway.ssh.storage import SshStorage
from undertide_server.gateway.ssh.visiting import Visiting
from undertide_server.util.background import running
from undertide_server.util.heartbeat import BEAT_SECONDS
from undertide_shared.visits import ShowGame, find_program

NICENESS: Final = 10
"""The niceness of a worker: sessions come first, then visitors, then renders."""
STOP_SECONDS: Final = 2.0
"""Time for all visits to end, with their last words: the server waits for a little longer."""
HOST_KEY: Final = "ssh-ed25519"
GONE: Final = "The server is gone. Your seat is kept if it keeps runs."
NO_PROGRAM: Final = "the terminal client is not installed"


class Worker:
    """All visits of one worker process."""

    def __init__(self, line: ControlLine[ToWorker], setup: Setup, program: ShowGame) -> None:
        self._line = line
        self._setup = setup
        self._program = program
        self._storage = SshStorage(Path(setup.folder))
        self._known_keys = KnownKeys(self._storage)
        fresh = asyncssh.generate_private_key(HOST_KEY).export_private_key()
        self._host_key = asyncssh.import_private_key(self._storage.host_key(fresh))
        self._terms = VisitTerms(keys_only=True, login_seconds=1.0, idle_minutes=1.0)
        self._visits: dict[str, Visiting] = {}
        self._words: str | None = None
        """The last words to all visitors, once the server has said them."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, messages: list[ToWorker]) -> None:
        """Take visits until the server says stop, or is gone. `messages` came already."""
        self._line.send(Ready(self._host_key.get_fingerprint()))
        async with running(self._beat()):
            await self._take_messages(messages)
        await self._stop(self._words or GONE)

    async def _beat(self) -> None:
        """Say again and again that this process isn't stuck."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self.send_message(Beat())

    async def _take_messages(self, messages: list[ToWorker]) -> None:
        """Do what the server says until it says stop, or is gone."""
        while self._words is None:
            for message in messages:
                self._take(message)
            if self._words is None:
                messages = await self._line.receive()
                self._words = None if messages else GONE

    def send_message(self, message: ToServer) -> None:
        """Tell the server something, which may be gone: then this process ends anyway."""
        try:
            self._line.send(message)
        except OSError:
            for visit in self._visits.values():
                visit.stop(GONE)

    def _take(self, message: ToWorker) -> None:
        match message:
            case StopVisits(words=words):
                self._words = words
            case VisitTerms():
                self._terms = message
            case TakeVisit(ticket=ticket):
                self._begin(ticket, self._line.take_descriptor())
            case DropVisit(ticket=ticket) if ticket in self._visits:
                self._visits[ticket].drop()
            case Guessed(ticket=ticket, seconds=seconds) if ticket in self._visits:
                self._visits[ticket].guessed(seconds)
            case _:
                pass

    def _begin(self, ticket: str, descriptor: int) -> None:
        connection = socket.socket(fileno=descriptor)
        connection.setblocking(False)
        kept = self._storage, self._known_keys
        visit = Visiting(ticket, self._setup, self._terms, *kept, self._program, self.send_message)
        self._visits[ticket] = visit
        task = asyncio.create_task(self._serve(visit, connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, visit: Visiting, connection: socket.socket) -> None:
        fault = ""
        try:
            fault = await visit.serve(connection, self._host_key)
        finally:
            self._visits.pop(visit.ticket, None)
            self.send_message(VisitEnded(visit.ticket, fault, visit.is_broken))

    async def _stop(self, words: str) -> None:
        for visit in list(self._visits.values()):
            visit.stop(words)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_SECONDS)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def work(end: socket.socket) -> None:
    """Take visits of the server at the other end of a line, until it ends."""
    line: ControlLine[ToWorker] = ControlLine(end, ToWorker)  # type: ignore[arg-type]
    try:
        setup, *others = await line.receive()
        if not isinstance(setup, Setup):
            return
        program = find_program()
        if program is None:
            sys.exit(NO_PROGRAM)
        limit_memory(setup.megabytes)
        gc.collect()
        gc.freeze()  # modules stay: garbage collection need not visit them again
        await Worker(line, setup, program).run(others)
    except (OSError, msgspec.MsgspecError, ValueError) as fault:
        sys.exit(str(fault))
    finally:
        line.close()


def limit_memory(megabytes: int) -> None:
    """Let the system refuse this process more memory than that, where it can."""
    if sys.platform == "linux":
        most = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main() -> None:
    """Work on standard input, which is the line to the server, with low priority."""
    os.nice(NICENESS)
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    with socket.socket(fileno=os.dup(0)) as end:
        asyncio.run(work(end))
