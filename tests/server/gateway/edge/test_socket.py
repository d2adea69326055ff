import asyncio
import contextlib
import struct
from typing import Any

import pytest

from support.gateway.real_gateway import hosted, narrow_socket
from support.processes.waiting import until
from undertide_server.gateway import housekeeping, server
from undertide_server.gateway.edge.allowance import MAX_TURNED_AWAY
from undertide_server.gateway.edge.socket import ASIDES_AT_ONCE, MAX_HEAD, MAX_WAITING, Socket
from undertide_server.gateway.http.routes import HttpResponse
from undertide_shared.closing import Closing
from undertide_shared.codec import encode
from undertide_shared.messages import Chat, ListSessions, Say, Sessions

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: undertide.v1\r\n\r\n"
)
PLENTY: dict[str, Any] = dict.fromkeys(
    ("messages_per_second", "message_burst", "messages_per_second_per_address"), 1_000_000
)
"""Rates that nothing here exceeds."""
EMPTY_PING = b"\x89\x80\0\0\0\0"
EMPTY_MESSAGE = b"\x82\x80\0\0\0\0"
EMPTY_FRAGMENT = b"\x02\x80\0\0\0\0"
EMPTY_CONTINUATION = b"\x00\x80\0\0\0\0"


async def upgraded(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a websocket by hand."""
    host, port = address.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(UPGRADE)
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 101 " in head
    return reader, writer


async def until_cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Wait until the other end has gone, however it went."""
    with contextlib.suppress(ConnectionError):
        await reader.read()
    writer.transport.abort()


@pytest.mark.parametrize(
    "frames",
    [
        EMPTY_PING * (int(ASIDES_AT_ONCE) * 3),
        EMPTY_FRAGMENT + EMPTY_CONTINUATION * (int(ASIDES_AT_ONCE) * 3),
        EMPTY_MESSAGE * (MAX_WAITING * 3),
    ],
    ids=["pings", "fragments", "messages"],
)
async def test_a_flood_of_tiny_frames_ends_its_connection(frames: bytes) -> None:
    async with hosted() as host, host.player("Ann") as ann:
        reader, writer = await upgraded(host.address)
        writer.write(frames)
        await until_cut(reader, writer)
        await ann.send(Say("hi"))
        await ann.until(Chat)


BIG = b"\x82\xfe\x3f\xff\0\0\0\0" + bytes(0x3FFF)
"""A message of 16 kB: too long, but not so long that it would not be read."""


def ending(said: bytes) -> int:
    """Return the close code in the last frame of a server."""
    position = said.rindex(b"\x88", 0, -2)
    code: int = struct.unpack_from("!H", said, position + 2)[0]
    return code


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


async def test_what_follows_a_goodbye_is_not_read() -> None:
    async with hosted(bytes_per_second=50_000) as host:
        reader, writer = await upgraded(host.address)
        writer.write(BIG * 10)
        await reader.readuntil(b"the server accepts")
        (guest,) = host.gateway.gate.guests
        assert isinstance(guest, Socket)
        writer.write(BIG * 100)
        await until(lambda: not guest.transport.is_reading())
        guest.drop()
        await until_cut(reader, writer)


async def test_whoever_is_put_out_and_floods_on_is_dropped_and_counted_once() -> None:
    async with hosted(bad_messages=1, bytes_per_second=100_000) as host:
        reader, writer = await upgraded(host.address)
        writer.write((EMPTY_MESSAGE * 3 + BIG) * 30)
        await until_cut(reader, writer)
        await host.deserted()
        assert host.gateway.counters.cut.total() == 1


async def test_a_request_that_never_ends_is_cut_off() -> None:
    async with hosted() as host:
        address, port = host.address.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(address, int(port))
        writer.write(b"GET / HTTP/1.1\r\n" + b"X-More: more\r\n" * (MAX_HEAD // 14 + 1))
        await until_cut(reader, writer)
        await host.deserted()
        assert host.gateway.counters.turned_away == {"head_too_large": 1}


async def test_a_large_request_of_a_browser_is_read() -> None:
    cookies = {"Cookie": "a=" + "b" * 4000, "User-Agent": "c" * 500}
    async with hosted() as host, host.stranger(additional_headers=cookies) as client:
        await client.greet()


async def test_who_reads_nothing_of_a_page_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    page = HttpResponse(bytes(20_000_000))
    monkeypatch.setattr(server, "alive", lambda _: page)
    async with hosted(handshake_seconds=0.5) as host:
        with narrow_socket(host.address) as stuck:
            stuck.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
            stuck.setblocking(False)
            await until(lambda: bool(host.gateway.gate.guests))
            await until(lambda: not host.gateway.gate.guests)


async def test_a_message_in_fragments_is_read() -> None:
    data = encode(ListSessions())
    async with hosted() as host, host.guest() as client:
        await client.connection.send([data[:2], data[2:]])
        await client.expect(Sessions)


async def test_a_socket_that_answers_no_ping_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PING_SECONDS", 0.05)
    monkeypatch.setattr(server, "CLOSE_SECONDS", 0.05)
    async with hosted(stuck_seconds=0.1) as host:
        reader, writer = await upgraded(host.address)
        await until_cut(reader, writer)
        await host.deserted()


async def test_a_connection_that_asks_for_nothing_goes_away() -> None:
    async with hosted(handshake_seconds=0.1) as host:
        address, port = host.address.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(address, int(port))
        await until_cut(reader, writer)
        await host.deserted()


async def test_who_says_nothing_in_the_lobby_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "SWEEP_SECONDS", 0.05)
    async with hosted(idle_lobby_seconds=0.5, **PLENTY) as host, host.player("Ann") as ann:
        async with host.guest() as idle, host.guest() as busy:
            gone = asyncio.create_task(idle.gone())
            while not gone.done():
                await busy.send(ListSessions())
                await busy.until(Sessions)
            assert gone.result() == Closing.IDLE
        # Who has a place may be silent for as long as it likes.
        await ann.send(Say("hi"))
        await ann.until(Chat)


async def test_far_too_many_connections_are_cut_off_unheard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("undertide_server.gateway.edge.admission.MAX_TURNED_AWAY", 0)
    assert MAX_TURNED_AWAY > 0
    async with hosted(connections=1) as host, host.guest() as client:
        address, port = host.address.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(address, int(port))
        await until_cut(reader, writer)
        await client.send(ListSessions())
        await client.expect(Sessions)
        assert host.gateway.gate.admission.connections == 1
