"""One round of random ssh in visits of this process, beside a visitor who plays on undisturbed.

Strangers send what is no ssh, or what is not legal: before the keys, before a login, and after one.
"""

import asyncio
import logging
import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import asyncssh
import msgspec

from support.fuzz.ssh_messages import RandomSshMessages
from support.gateway.ssh_visits import HOST_KEY, TERMS, USERS_KEY, Keyless
from support.processes.waiting import LONGEST
from undertide_server.gateway.ssh.control import Setup, ToServer
from undertide_server.gateway.ssh.login import KnownKeys
from undertide_server.gateway.ssh.storage import SshStorage
from undertide_server.gateway.ssh.visiting import Visiting
from undertide_shared.visits import find_program

STRANGERS: Final = 6
"""Connections at the same time."""
MOST_BURSTS: Final = 100
LONGEST_BURST: Final = 5
VERSION: Final = b"SSH-2.0-fuzz\r\n"
TURNS: Final = 4
"""Turns of the loop after a burst, in which others go on."""


class _Records(logging.Handler):
    """Keeps what is logged: nothing is expected."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line with its traceback."""
        self.told.append(logging.Formatter().format(record))


async def fuzz_ssh(seed: int, count: int, folder: Path) -> Counter[str]:
    """Send so many random messages to visits, and return how many were sent, by their stage.

    Of the visits it counts those whose library failed before a login (`broken`), and the others
    (`ended`). Raises AssertionError where anything would be logged or a task dies, where a visit
    doesn't end with its connection, or where another visitor is disturbed.
    """
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    records = _Records()
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # as a worker does
    logging.getLogger().addHandler(records)
    try:
        host = _Host(folder)
        async with host.visited() as (end, _), _logged_in(end) as honest:
            process = await _title(honest)
            async with asyncio.TaskGroup() as group:
                for number in range(STRANGERS):
                    messages = RandomSshMessages(seed * STRANGERS + number)
                    group.create_task(_Stranger(host, messages).send(count))
            process.change_terminal_size(100, 30)
            await _shown(process, "new game")
    finally:
        logging.getLogger().removeHandler(records)
    faults += host.faults
    assert not faults, f"seed {seed}: {faults[:3]}"
    assert not records.told, f"seed {seed}: {records.told[:3]}"
    return host.outcomes


class _Host:
    """Visits, each with one end of a pair of sockets."""

    def __init__(self, folder: Path) -> None:
        self.outcomes: Counter[str] = Counter()
        self.faults: list[str] = []
        program = find_program()
        assert program is not None
        self._program = program
        self._storage = SshStorage(folder)
        self._known_keys = KnownKeys(self._storage)
        self._setup = Setup(str(folder), str(folder / "no socket"), "ws://host:1", 400, 10)
        self._terms = msgspec.structs.replace(TERMS, login_seconds=LONGEST)

    @asynccontextmanager
    async def visited(self) -> AsyncIterator[tuple[socket.socket, asyncio.Task[str]]]:
        """Yield the other end of a visit, and the task of this end, for whose end it waits."""
        ours, theirs = _connected()
        reports: list[ToServer] = []
        kept = self._storage, self._known_keys
        visit = Visiting("ticket", self._setup, self._terms, *kept, self._program, reports.append)
        serving = asyncio.create_task(visit.serve(ours, HOST_KEY))
        try:
            yield theirs, serving
        finally:
            theirs.close()
            async with asyncio.timeout(LONGEST):
                fault = await serving
            self.outcomes["broken" if visit.is_broken else "ended"] += 1
            if fault:
                self.faults.append(fault)

    @property
    def sent(self) -> int:
        """How many messages were sent."""
        return sum(self.outcomes[stage] for stage in STAGES)


def _connected() -> tuple[socket.socket, socket.socket]:
    """Return both ends of a connection within this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        theirs = socket.create_connection(listener.getsockname())
        ours, _ = listener.accept()
    # Thousands of connections a minute would use up all ports if each waited after its end.
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    for end in (ours, theirs):
        end.setblocking(False)
    return ours, theirs


@asynccontextmanager
async def _logged_in(end: socket.socket, **options: Any) -> AsyncIterator[Any]:
    """Log in over one end of a pair of sockets."""
    wanted: dict[str, Any] = {
        "username": "ann", "client_factory": Keyless, "client_keys": [USERS_KEY]
    }  # fmt: skip
    async with asyncssh.connect(
        sock=end, known_hosts=None, config=[], agent_path=None, **wanted | options
    ) as connection:
        yield connection


async def _title(connection: Any) -> Any:
    """Open a terminal as far as the title screen."""
    process = await connection.create_process(
        term_type="xterm", term_size=(80, 24), env={"LANG": "C"}, encoding=None
    )
    await _shown(process, "new game")
    return process


async def _shown(process: Any, words: str) -> None:
    """Read what a terminal shows until it has shown some words."""
    seen = b""
    async with asyncio.timeout(LONGEST):
        while words.encode() not in seen:
            data = await process.stdout.read(65_536)
            assert data, f"never shown: {words!r} in {seen[-300:]!r}"
            seen += data


class _LogsIn(Keyless):
    """A client that tells when it might log in, and says nothing more by itself."""

    def __init__(self) -> None:
        self.asked: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._connection: Any = None

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        """Take the connection."""
        self._connection = conn

    async def kbdint_auth_requested(self) -> str:  # type: ignore[override]
        """Wait for ever."""
        self.asked.set_result(self._connection)
        await asyncio.Event().wait()
        return ""


class _Stranger:
    """Opens one visit after another, and sends what comes to its mind."""

    def __init__(self, host: _Host, messages: RandomSshMessages) -> None:
        self._host = host
        self._messages = messages
        self._rng = messages.rng

    async def send(self, count: int) -> None:
        """Open visits and send messages until so many were sent by all strangers."""
        stages = {"plain": self._plain, "locked": self._locked, "inside": self._inside}
        while self._host.sent < count:
            stage = self._rng.choices(STAGES, weights=(2, 3, 4))[0]
            async with self._host.visited() as (end, serving):
                with suppress(OSError, asyncssh.Error):
                    await stages[stage](end, serving)

    async def _plain(self, end: socket.socket, serving: asyncio.Task[str]) -> None:
        """Send packets from before the keys, or bytes that are none."""
        loop = asyncio.get_running_loop()
        version = self._messages.damaged(VERSION) if self._rng.random() < 0.2 else VERSION
        await loop.sock_sendall(end, version)
        for _ in range(self._rng.randint(1, LONGEST_BURST)):
            await loop.sock_sendall(end, self._messages.plain())
            self._host.outcomes["plain"] += 1
            await _let_others_go_on()
        await _hang_up(end, serving)

    async def _locked(self, end: socket.socket, serving: asyncio.Task[str]) -> None:
        """Send messages before a login."""
        client = _LogsIn()
        connecting = asyncio.create_task(self._connect(end, client))
        try:
            await asyncio.wait({connecting, client.asked}, return_when="FIRST_COMPLETED")
            if client.asked.done():
                await self._burst(client.asked.result(), "locked")
                await _hang_up(end, serving)
        finally:
            connecting.cancel()
            await asyncio.gather(connecting, return_exceptions=True)

    async def _connect(self, end: socket.socket, client: _LogsIn) -> None:
        async with _logged_in(end, client_factory=lambda: client, client_keys=None):
            pass

    async def _inside(self, end: socket.socket, serving: asyncio.Task[str]) -> None:
        """Send messages after a login, mostly with a terminal."""
        async with _logged_in(end) as connection:
            if self._rng.random() < 0.8:
                await _title(connection)
            await self._burst(connection, "inside")
            await _hang_up(end, serving)

    async def _burst(self, connection: Any, stage: str) -> None:
        """Send messages until there are enough, or the visit is over. Answers are forgotten."""
        connection.data_received = lambda _data, _kind=None: None
        connection._auth_complete = connection._kex_complete = True  # noqa: SLF001  (to send all)
        transport = connection._transport  # noqa: SLF001  (it alone knows at once who has gone)
        draw = self._messages.after_login if stage == "inside" else self._messages.before_login
        for _ in range(self._rng.randint(1, MOST_BURSTS)):
            for _ in range(self._rng.randint(1, LONGEST_BURST)):
                if transport.is_closing():
                    return
                connection.send_packet(*draw())
                self._host.outcomes[stage] += 1
            await _let_others_go_on()


async def _hang_up(end: socket.socket, serving: asyncio.Task[str]) -> None:
    """Say that nothing more comes, once all was sent; wait until the visit has read it."""
    end.shutdown(socket.SHUT_WR)
    await asyncio.wait({serving}, timeout=LONGEST)


async def _let_others_go_on() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


STAGES: Final = ("plain", "locked", "inside")
"""What messages are sent before: the keys, a login, or the end."""
