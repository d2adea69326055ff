import asyncio
import logging
from collections.abc import Callable

import pytest

from support.gateway.raw_sockets import (
    BIG,
    EMPTY_CLOSE,
    EMPTY_MESSAGE,
    EMPTY_PING,
    EMPTY_PONG,
    PLAIN,
    UPGRADE,
    ending,
    opened,
    until_cut,
    upgraded,
)
from support.gateway.real_gateway import hosted
from support.processes.waiting import until
from undertide_server.gateway import listeners
from undertide_server.gateway.edge.admission import MAX_TURNED_AWAY
from undertide_server.gateway.edge.loop_shares import LoopShares
from undertide_server.gateway.edge.opening import MAX_HEAD, RequestHead
from undertide_server.gateway.edge.socket import Socket
from undertide_shared.closing import Closing
from undertide_shared.messages import Chat, ListSessions, Say, Sessions

pytestmark = pytest.mark.both_loops
BEHIND = {
    "request": PLAIN,
    "body": b"name=Ann&password=secret",
    "ping": EMPTY_PING,
    "message": EMPTY_MESSAGE,
    "close": EMPTY_CLOSE,
    "much": bytes(60_000),
}
"""What strangers may send behind a request, in the same packet."""
HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


async def test_a_flood_of_bytes_ends_its_connection_with_a_reason() -> None:
    async with hosted(bytes_per_second=50_000) as host, host.player("Ann") as ann:
        reader, writer = await upgraded(host.address)
        writer.write(BIG * 10)
        said = await reader.readuntil(b"the server accepts")
        assert ending(said) == Closing.TOO_FAST
        await until_cut(reader, writer)
        assert host.gateway.counters.cut["too_fast"] == 1
        await ann.send(Say("hi"))
        await ann.until(Chat)


async def test_bytes_of_an_address_are_those_of_all_its_connections() -> None:
    async with hosted(bytes_per_second_per_address=10_000, bytes_per_second=10_000) as host:
        one, other = await upgraded(host.address), await upgraded(host.address)
        one[1].write(BIG)
        await one[1].drain()
        # The first is heard before the second is read: then nothing is left for that.
        await one[0].readuntil(b"too_large")
        other[1].write(BIG)
        assert ending(await other[0].readuntil(b"the server accepts")) == Closing.TOO_FAST
        for reader, writer in (one, other):
            writer.transport.abort()
            await until_cut(reader, writer)


@pytest.mark.parametrize("behind", BEHIND.values(), ids=BEHIND.keys())
@pytest.mark.parametrize(
    ("request_line", "status"),
    [(PLAIN, b"200"), (PLAIN.replace(b"GET", b"POST"), b"405")],
    ids=["page", "refusal"],
)
async def test_bytes_behind_a_plain_request_are_not_read(
    behind: bytes, request_line: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosted() as host:
        reader, writer = await opened(host.address)
        writer.write(request_line + behind)
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 " + status)
        assert answer.count(b"HTTP/1.1") == 1
        writer.close()
        await host.deserted()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_request_is_answered_to_a_client_that_sends_no_more() -> None:
    async with hosted() as host:
        reader, writer = await opened(host.address)
        writer.write(PLAIN)
        writer.write_eof()
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        writer.close()


@pytest.mark.parametrize("size", [1, 7, len(UPGRADE) - 2])
async def test_a_request_may_come_in_any_pieces(size: int) -> None:
    async with hosted() as host:
        reader, writer = await opened(host.address)
        data = UPGRADE + EMPTY_PING
        for begin in range(0, len(data), size):
            writer.write(data[begin : begin + size])
            await writer.drain()
            await asyncio.sleep(0)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        assert await reader.readexactly(2) == EMPTY_PONG
        writer.transport.abort()


async def test_a_ping_is_answered_only_once_the_websocket_is_open() -> None:
    async with hosted() as host:
        reader, writer = await opened(host.address)
        writer.write(UPGRADE + EMPTY_PING + EMPTY_MESSAGE)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        assert await reader.readexactly(2) == EMPTY_PONG
        assert b"malformed" in await reader.readuntil(b"malformed")
        writer.transport.abort()


@pytest.mark.parametrize(
    "request_head", [PLAIN, UPGRADE.replace(b"undertide.v1", b"chess")], ids=["page", "goodbye"]
)
async def test_a_client_that_keeps_an_ended_connection_open_keeps_nobody_out(
    request_head: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "CLOSE_SECONDS", 60.0)
    async with hosted(connections=1) as host:
        reader, writer = await opened(host.address)
        writer.write(request_head)
        await reader.readuntil(b"\r\n\r\n")
        await until(lambda: host.gateway.gate.admission.connections == 0)
        assert len(host.gateway.gate.guests) == 1
        async with host.guest() as newcomer:
            await newcomer.send(ListSessions())
            await newcomer.expect(Sessions)
        writer.transport.abort()


async def test_a_request_that_never_ends_is_cut_off() -> None:
    async with hosted() as host:
        reader, writer = await opened(host.address)
        writer.write(b"GET / HTTP/1.1\r\n" + b"X-More: more\r\n" * (MAX_HEAD // 14 + 1))
        await until_cut(reader, writer)
        await host.deserted()
        assert host.gateway.counters.turned_away == {"head_too_large": 1}


@pytest.mark.parametrize(
    ("head", "why"),
    [(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200, "head_too_large"), (b"hello\r\n", "never_asked")],
)
async def test_a_request_that_is_refused_unread_is_counted_once(head: bytes, why: str) -> None:
    async with hosted() as host:
        reader, writer = await opened(host.address)
        writer.write(head)
        await until_cut(reader, writer)
        await host.deserted()
        assert host.gateway.counters.turned_away == {why: 1}


async def test_a_large_request_of_a_browser_is_read() -> None:
    cookies = {"Cookie": "a=" + "b" * 4000, "User-Agent": "c" * 500}
    async with hosted() as host, host.stranger(additional_headers=cookies) as client:
        await client.greet()


async def test_a_connection_that_asks_for_nothing_goes_away() -> None:
    async with hosted(handshake_seconds=0.1) as host:
        reader, writer = await opened(host.address)
        await until_cut(reader, writer)
        await host.deserted()
        assert host.gateway.gate.admission.connections == 0
        assert host.gateway.counters.turned_away == {"never_asked": 1}


async def test_far_too_many_connections_are_cut_off_unheard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("undertide_server.gateway.edge.admission.MAX_TURNED_AWAY", 0)
    assert MAX_TURNED_AWAY > 0
    async with hosted(connections=1) as host, host.guest() as client:
        reader, writer = await opened(host.address)
        await until_cut(reader, writer)
        await client.send(ListSessions())
        await client.expect(Sessions)
        assert host.gateway.gate.admission.connections == 1


def always(_shares: LoopShares, _key: str, _now: float) -> bool:
    """Let everybody wait for a turn."""
    return True


async def test_messages_that_wait_for_turns_are_all_read_and_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hosted(message_burst=100) as host, host.player("Ann") as ann:
        monkeypatch.setattr(LoopShares, "must_wait", always)
        lines = [f"line {number} x" + "x" * number for number in range(40)]
        await ann.send(*map(Say, lines))
        assert [(await ann.until(Chat)).text for _ in lines] == lines
        await ann.send(ListSessions())
        await ann.until(Sessions)


async def test_a_connection_that_ends_while_it_waits_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns: list[Callable[[], None]] = []
    async with hosted() as host:
        reader, writer = await upgraded(host.address)
        monkeypatch.setattr(LoopShares, "must_wait", always)
        monkeypatch.setattr(LoopShares, "wait", lambda _shares, _key, do: turns.append(do))
        writer.write(EMPTY_MESSAGE * 100)
        await until(lambda: bool(turns))
        (guest,) = host.gateway.gate.guests
        assert isinstance(guest, Socket)
        assert not guest.transport.is_reading()
        guest.drop()
        await until_cut(reader, writer)
        await host.deserted()
        turns[0]()
        assert len(turns) == 1


@pytest.mark.parametrize("at", range(1, len(HEAD)))
def test_a_request_in_two_pieces_ends_at_its_empty_line(at: int) -> None:
    head = RequestHead()
    assert head.split(HEAD[:at]) == (HEAD[:at], b"")
    assert head.split(HEAD[at:] + b"more") == (HEAD[at:], b"more")


def test_bytes_behind_a_request_do_not_make_it_too_large() -> None:
    head = RequestHead()
    assert head.split(HEAD + bytes(MAX_HEAD)) == (HEAD, bytes(MAX_HEAD))
    assert not head.is_too_large


def test_a_request_is_too_large_beyond_its_bound() -> None:
    head = RequestHead()
    head.split(b"x" * MAX_HEAD)
    assert not head.is_too_large
    head.split(b"x")
    assert head.is_too_large
