"""A worker in this process, at the other end of a server's line."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncssh
import pytest

from support.gateway.ssh_visits import TERMS, USERS_KEY, Keyless
from undertide_server.gateway.ssh import worker
from undertide_server.gateway.ssh.control import (
    ControlLine,
    DropVisit,
    LoggedIn,
    Ready,
    Setup,
    StopVisits,
    TakeVisit,
    ToServer,
    VisitEnded,
)
from undertide_server.gateway.ssh.worker import GONE, work
from undertide_shared import visits

Line = ControlLine[ToServer]


async def stay(visit: visits.Visit) -> str:
    """Show something until the visitor has gone."""
    visit.write(b"a goblin\r\n")
    while await visit.read() != b"":
        pass
    return "good bye"


@asynccontextmanager
async def working(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Line]:
    """Run a worker until the test is over; yield the server's end of its line."""
    monkeypatch.setattr(worker, "find_program", lambda: stay)
    monkeypatch.setattr(worker, "limit_memory", lambda _megabytes: None)
    ours, theirs = socket.socketpair()
    line: Line = ControlLine(ours, ToServer)  # type: ignore[arg-type]
    task = asyncio.create_task(work(theirs))
    line.send(Setup(str(folder), "/no/socket", "ws://host:1", 400, 10))
    line.send(TERMS)
    [ready] = await line.receive()
    assert isinstance(ready, Ready)
    try:
        yield line
    finally:
        line.close()
        await task


def connected() -> tuple[socket.socket, socket.socket]:
    """Return the server's and the visitor's end of a connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ours = socket.create_connection(listener.getsockname())
        theirs, _ = listener.accept()
    return theirs, ours


@asynccontextmanager
async def visiting(line: Line, ticket: str) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """TakeVisit by a line, as the server hands connections over."""
    theirs, ours = connected()
    line.send(TakeVisit(ticket), theirs.fileno())
    theirs.close()
    async with asyncssh.connect(
        sock=ours,
        known_hosts=None,
        config=[],
        username="ann",
        client_keys=[USERS_KEY],
        client_factory=Keyless,
    ) as connection:
        yield connection


async def test_it_reports_each_visit_from_login_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with working(tmp_path, monkeypatch) as line:
        async with visiting(line, "one"):
            assert await line.receive() == [LoggedIn("one")]
        assert await line.receive() == [VisitEnded("one")]


async def test_all_visits_end_with_the_words_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with working(tmp_path, monkeypatch) as line, visiting(line, "one") as connection:
        process = await connection.create_process(term_type="xterm", encoding=None)
        assert await process.stdout.readline() == b"a goblin\r\n"
        line.send(StopVisits("the server is stopping"))
        assert b"the server is stopping" in await process.stdout.read()


async def test_all_visits_end_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with working(tmp_path, monkeypatch) as line, visiting(line, "one") as connection:
        process = await connection.create_process(term_type="xterm", encoding=None)
        assert await process.stdout.readline() == b"a goblin\r\n"
        line.close()
        assert GONE.encode() in await process.stdout.read()


async def test_a_login_that_takes_too_long_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with working(tmp_path, monkeypatch) as line:
        theirs, ours = connected()
        line.send(TakeVisit("slow"), theirs.fileno())
        theirs.close()
        line.send(DropVisit("slow"))
        assert await line.receive() == [VisitEnded("slow")]
        ours.close()


async def test_strangers_who_speak_no_ssh_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with working(tmp_path, monkeypatch) as line:
        theirs, ours = connected()
        line.send(TakeVisit("stranger"), theirs.fileno())
        theirs.close()
        with suppress(OSError):
            ours.sendall(b"GET / HTTP/1.1\r\n\r\n" * 100)
        assert await line.receive() == [VisitEnded("stranger")]
        ours.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't count memory like that")
def test_a_worker_takes_no_more_memory_than_it_may() -> None:
    program = "from undertide_server.gateway.ssh.worker import limit_memory; limit_memory(300)"
    fill = "held = bytearray(400 * 2**20)"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; {fill}"], capture_output=True, text=True, check=False
    )
    assert "MemoryError" in done.stderr


async def test_without_a_program_a_worker_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "find_program", lambda: None)
    ours, theirs = socket.socketpair()
    line: Line = ControlLine(ours, ToServer)  # type: ignore[arg-type]
    line.send(Setup(str(tmp_path), "/no/socket", "ws://host:1", 400, 10))
    with pytest.raises(SystemExit, match="not installed"):
        await work(theirs)
    line.close()
