import os
import socket

import msgspec
import pytest

from undertide_server.gateway.ssh.control import (
    MAX_LINE,
    ControlLine,
    LoggedIn,
    StopVisits,
    TakeVisit,
    ToServer,
    ToWorker,
)

Lines = tuple[ControlLine[ToServer], ControlLine[ToWorker]]


@pytest.fixture
def lines() -> Lines:
    ours, theirs = socket.socketpair()
    server: ControlLine[ToServer] = ControlLine(ours, ToServer)  # type: ignore[arg-type]
    worker: ControlLine[ToWorker] = ControlLine(theirs, ToWorker)  # type: ignore[arg-type]
    return server, worker


async def test_messages_come_in_their_order(lines: Lines) -> None:
    server, worker = lines
    worker.send(LoggedIn("a"))
    worker.send(LoggedIn("b"))
    assert await server.receive() == [LoggedIn("a"), LoggedIn("b")]
    server.close()
    assert await worker.receive() == []
    worker.close()


async def test_each_visit_brings_its_own_descriptor(lines: Lines) -> None:
    server, worker = lines
    ends = [os.pipe() for _ in range(3)]
    for number, (_, write) in enumerate(ends):
        server.send(TakeVisit(str(number)), write)
        os.close(write)
    came: list[ToWorker] = []
    while len(came) < len(ends):
        came += await worker.receive()
    for each, (read, _) in zip(came, ends, strict=True):
        assert isinstance(each, TakeVisit)
        with os.fdopen(worker.take_descriptor(), "wb") as taken:
            taken.write(each.ticket.encode())
        with os.fdopen(read, "rb") as opened:
            assert opened.read() == each.ticket.encode()
    server.close()
    worker.close()


async def test_descriptors_that_nobody_took_are_closed(lines: Lines) -> None:
    server, worker = lines
    read, write = os.pipe()
    server.send(TakeVisit("a"), write)
    os.close(write)
    await worker.receive()
    worker.close()
    with os.fdopen(read, "rb") as opened:
        assert opened.read() == b""
    server.close()


async def test_an_end_that_does_not_read_fails_the_sender(lines: Lines) -> None:
    server, worker = lines
    for _ in range(20):
        server.send(StopVisits("x" * 1000))
    with pytest.raises(BlockingIOError):
        server.send(StopVisits("x" * 10_000_000))
    server.close()
    worker.close()


async def test_nonsense_and_endless_lines_are_refused(lines: Lines) -> None:
    server, worker = lines
    worker.send(StopVisits("no message for a server"))
    with pytest.raises(msgspec.ValidationError):
        await server.receive()
    worker.close()
    server.close()
    ours, theirs = socket.socketpair()
    line: ControlLine[ToServer] = ControlLine(ours, ToServer)  # type: ignore[arg-type]
    theirs.setblocking(False)
    assert theirs.send(b"x" * 3 * MAX_LINE) > 2 * MAX_LINE
    assert await line.receive() == []
    line.close()
    theirs.close()
