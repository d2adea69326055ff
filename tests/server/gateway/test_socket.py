import asyncio
import contextlib

import pytest

from hosted import hosted
from undertide_server.gateway import server
from undertide_server.gateway.admission import MAX_TURNED_AWAY
from undertide_server.gateway.socket import ASIDES_AT_ONCE, MAX_WAITING
from undertide_shared.codec import encode
from undertide_shared.messages import Chat, ListSessions, Say, Sessions

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: undertide.v1\r\n\r\n"
)
EMPTY_PING = b"\x89\x80\0\0\0\0"
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
        b"\x82\x80\0\0\0\0" * (MAX_WAITING * 3),
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
        assert not len(host.gateway._peers)


async def test_a_connection_that_asks_for_nothing_goes_away() -> None:
    async with hosted(handshake_seconds=0.1) as host:
        address, port = host.address.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(address, int(port))
        await until_cut(reader, writer)
        await host.deserted()
        assert host.gateway._admission.connections == 0


async def test_far_too_many_connections_are_cut_off_unheard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("undertide_server.gateway.admission.MAX_TURNED_AWAY", 0)
    assert MAX_TURNED_AWAY > 0
    async with hosted(connections=1) as host, host.guest() as client:
        address, port = host.address.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(address, int(port))
        await until_cut(reader, writer)
        await client.send(ListSessions())
        await client.expect(Sessions)
        assert host.gateway._admission.connections == 1
