import asyncio
from typing import Any

import pytest

from support.gateway.raw_sockets import (
    EMPTY_CONTINUATION,
    EMPTY_FRAGMENT,
    EMPTY_MESSAGE,
    EMPTY_PING,
    until_cut,
    upgraded,
)
from support.gateway.real_gateway import hosted, narrow_socket
from support.processes.waiting import until
from undertide_server.gateway import housekeeping, listeners
from undertide_server.gateway.edge.socket import ASIDES_AT_ONCE, MAX_WAITING
from undertide_server.gateway.http import website
from undertide_server.gateway.http.routes import HttpResponse
from undertide_shared.closing import Closing
from undertide_shared.codec import encode
from undertide_shared.messages import Chat, ListSessions, Say, Sessions

pytestmark = pytest.mark.both_loops

PLENTY: dict[str, Any] = dict.fromkeys(("messages_per_second", "message_burst"), 1_000_000)
"""Rates that nothing here exceeds."""


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


async def test_who_reads_nothing_of_a_page_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    page = HttpResponse(bytes(20_000_000))
    monkeypatch.setattr(website, "alive", lambda _: page)
    monkeypatch.setattr(listeners, "ANSWER_SECONDS", 0.5)
    async with hosted() as host:
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
    monkeypatch.setattr(listeners, "PING_SECONDS", 0.05)
    monkeypatch.setattr(listeners, "CLOSE_SECONDS", 0.05)
    async with hosted(stuck_seconds=0.1) as host:
        reader, writer = await upgraded(host.address)
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
