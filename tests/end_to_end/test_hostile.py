"""Strangers who mean harm, at a real server on which two honest players play on undisturbed."""

import asyncio
import contextlib
import re
import socket
import struct
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Final

import msgpack
import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed

from support.client.client_examples import KINDS, joined, keyframe, roster
from support.client.scripted_server import scripted_server
from support.content.own_content import write_content
from support.gateway.raw_clients import guest, new_session, player, stranger
from support.gateway.raw_sockets import masked
from support.gateway.real_gateway import narrow_socket
from support.processes.commands import Serving, serving
from support.processes.honest_players import honest_players
from support.processes.played_terminal import Opener
from undertide_shared.closing import Closing
from undertide_shared.codec import encode
from undertide_shared.limits import MAX_CHAT, MAX_CLIENT_MESSAGE
from undertide_shared.messages import (
    Act,
    Audit,
    Chat,
    Create,
    Error,
    Follow,
    Govern,
    Hello,
    Join,
    Joined,
    Keyframe,
    Kick,
    Left,
    Line,
    ListAuditEntries,
    ListPeople,
    ListSessions,
    LogIn,
    People,
    Say,
    SignUp,
    Wait,
    Watch,
)

SAYINGS_A_SECOND = 25
"""As much as a client may say without being put out for that."""
SMALL_WINDOW = 4096
SMALL_SEGMENT = 536
"""Bytes that keep the system's own buffers small; within one machine they would take megabytes."""
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: undertide.v1\r\n\r\n"
)
BINARY, MASKED = 0x82, 0x80
"""What the first two bytes of a client's frame say."""
STRANGERS = 10
"""Of each sort, at the same time."""
BOUND = 48 * 2**20
"""Bytes by which any of this may make the server grow: far less than what is thrown at it."""
STRANGE = re.compile(rb"\x1b\](?!2;[^\x00-\x1f]*\x07)")
"""A command to the operating system other than the program's own title, which is plain text."""
ESCAPES = "\x1b[31m\x1b]0;gotcha\x07\x9b2J\u202e\r\n"
"""Colours, a window's title, a cleared screen, text that runs backwards."""

UNPRINTABLE = ("\x1b", "\x07", "\x9b", "\u202e")


@pytest.fixture(scope="module")
def fortress(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server of its own: what is done to it must not show in other tests."""
    config = write_content(tmp_path_factory.mktemp("content"))
    with serving("--config", str(config), "--preset", "quiet", "--pace", "real") as running:
        yield running


Attack = Callable[[str], Coroutine[None, None, None]]


async def garbage(address: str) -> None:
    """Send bytes that are no message, until put out."""
    nested = b"\x91" * 1000 + b"\x01"
    faults = [b"", b"\xc1", b"\xff" * 100, nested, msgpack.packb({"a": 1}), msgpack.packb(["hey"])]
    async with guest(address) as client:
        with contextlib.suppress(ConnectionClosed):
            for fault in faults * 5:
                await client.send_raw(fault)
        assert await client.gone() == Closing.TOO_MANY_FAULTS


async def text(address: str) -> None:
    """Send text where bytes are wanted."""
    async with guest(address) as client:
        await client.send_raw("hello")
        assert (await client.until(Error)).code == "malformed"


async def too_much(address: str) -> None:
    """Send a message that is too large."""
    async with guest(address) as client:
        await client.send_raw(bytes(MAX_CLIENT_MESSAGE + 1))
        assert (await client.until(Error)).code == "too_large"


async def far_too_much(address: str) -> None:
    """Begin a message of four gigabytes."""
    host, port = address.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(UPGRADE)
    await reader.readuntil(b"\r\n\r\n")
    writer.write(struct.pack("!BBQL", BINARY, MASKED | 127, 2**32, 0))
    await reader.readuntil(struct.pack("!H", Closing.TOO_LARGE))
    writer.transport.abort()


async def flood(address: str) -> None:
    """Send good messages as fast as they go, until put out."""
    async with guest(address) as client:
        data = encode(ListSessions())
        with contextlib.suppress(ConnectionClosed):
            while True:
                await client.send_raw(data)
        assert await client.gone() in {1006, Closing.TOO_FAST}


async def half_open(address: str) -> None:
    """Open a connection, ask for half a websocket, and fall silent."""
    with narrow_socket(address) as half:
        half.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nUpgr")
        half.setblocking(False)
        with contextlib.suppress(ConnectionError):
            while await asyncio.get_running_loop().sock_recv(half, 4096):
                pass


async def silent(address: str) -> None:
    """Open a websocket and never greet."""
    async with stranger(address) as client:
        assert await client.gone() == Closing.NO_GREETING


async def out_of_turn(address: str) -> None:
    """Say what is not legal in the lobby, before it, and in places that there are not."""
    async with stranger(address) as client:
        await client.send(ListSessions())
        assert (await client.expect(Error)).code == "wrong_state"
        await client.greet()
        # An address that has guessed too often is no longer told whether it guessed right.
        guessed = {"unknown_session", "not_allowed"}
        for message, codes in (
            (Hello(1, "again"), {"wrong_state"}),
            (Act(1, Wait()), {"wrong_state"}),
            (Say("hi"), {"wrong_state"}),
            (Join("no-such", "Eve"), guessed),
            (Watch("no-such"), guessed),
            (Create("no-such"), {"unknown_preset"}),
        ):
            await client.send(message)
            assert (await client.until(Error)).code in codes


async def grabbing(address: str) -> None:
    """Take a seat, then ask for what is another's."""
    async with player(address, await new_session(address), "Eve") as eve:
        for message, code in (
            (Join("", "Eve"), "wrong_state"),
            (Follow(0), "wrong_state"),
            (Act(-1, Wait()), "bad_intent"),
        ):
            await eve.send(message)
            assert (await eve.until(Error)).code == code


ATTACKS: Final = (
    garbage,
    text,
    too_much,
    far_too_much,
    flood,
    half_open,
    silent,
    out_of_turn,
    grabbing,
)


async def test_honest_players_play_on_while_strangers_do_their_worst(fortress: Serving) -> None:
    async with honest_players(fortress):
        before = fortress.resident_bytes()
        async with asyncio.TaskGroup() as group:
            for attack in ATTACKS * STRANGERS:
                group.create_task(attack(fortress.address))
        assert fortress.resident_bytes() - before < BOUND
    assert "Traceback" not in fortress.log
    assert "session failed" not in fortress.log


async def test_readers_that_never_read_are_put_out_and_cost_little(fortress: Serving) -> None:
    session = await new_session(fortress.address)
    async with honest_players(fortress):
        before = fortress.resident_bytes()
        async with asyncio.TaskGroup() as group:
            for _ in range(STRANGERS):
                group.create_task(never_read(fortress.address, session))
        assert fortress.resident_bytes() - before < BOUND
    await asyncio.to_thread(
        fortress.logged_until, lambda log: log.count("event=dropped") >= STRANGERS
    )


async def never_read(address: str, session: str) -> None:
    """Talk to all who watch a session, and read nothing of what they say, until put out."""
    loop = asyncio.get_running_loop()
    with socket.socket() as stuck:
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_WINDOW)
        stuck.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SMALL_SEGMENT)
        stuck.setblocking(False)
        host, port = address.removeprefix("ws://").split(":")
        await loop.sock_connect(stuck, (host, int(port)))
        await loop.sock_sendall(stuck, UPGRADE)
        await loop.sock_sendall(stuck, masked(Hello(1, "stuck")) + masked(Watch(session)))
        with contextlib.suppress(ConnectionError):
            while True:
                await loop.sock_sendall(stuck, masked(Say("x" * MAX_CHAT)))
                await asyncio.sleep(1 / SAYINGS_A_SECOND)


async def test_escape_codes_in_names_are_refused_and_never_reach_the_log(
    fortress: Serving,
) -> None:
    session = await new_session(fortress.address)
    async with stranger(fortress.address) as client:
        await client.send(Hello(1, f"client{ESCAPES}"))
        await client.send(Join(session, f"Eve{ESCAPES}"))
        assert (await client.until(Error)).code == "bad_name"
    fortress.logged("gotcha")
    assert not any(sign in fortress.log for sign in UNPRINTABLE)


async def test_escape_codes_in_orders_and_accounts_reach_neither_people_nor_the_log(
    content: Path, tmp_path: Path
) -> None:
    keeping = ("--config", str(content), "--preset", "quiet", "--data", str(tmp_path))
    with serving(*keeping) as server:
        async with guest(server.address) as host, stranger(server.address) as other:
            await host.send(SignUp(f"Eve{ESCAPES}", "correct horse"))
            assert (await host.until(Error)).code == "bad_name"
            await host.send(LogIn(f"Eve{ESCAPES}", "gotcha, wrong"))
            assert (await host.until(Error)).code == "bad_name"
            await host.send(Create(), Join("", "Ann"))
            session = (await host.until(Joined)).session
            await other.greet()
            await other.send(Join(session, "Bob"))
            await other.until(Keyframe)
            await host.send(ListPeople())
            people = (await host.until(People)).people
            bob = next(person.id for person in people if person.name == "Bob")
            await host.send(Govern(Kick(bob, f"go{ESCAPES}away")))
            reason = (await other.until(Left)).reason
            assert "go" in reason
            assert "away" in reason
            await host.send(ListAuditEntries())
            deeds = (await host.until(Audit)).deeds
            told = [reason, *(deed.who + deed.text for deed in deeds)]
            assert any("away" in words for words in told[1:])
            assert not any(sign in words for words in told for sign in UNPRINTABLE)
        server.logged("event=deed")
        assert "correct horse" not in server.log
        assert not any(sign in server.log for sign in UNPRINTABLE)


async def test_escape_codes_in_requests_reach_neither_the_page_nor_the_log(
    fortress: Serving,
) -> None:
    host, port = fortress.address.removeprefix("ws://").split(":")
    for request in (
        b"GET /\x1b]0;gotcha\x07 HTTP/1.1\r\nHost: here\r\n\r\n",
        b"GET /%1b[31m?\x7f HTTP/1.1\r\nHost: \x1b[31m\r\n\r\n",
        b"GET //[ HTTP/1.1\r\nHost: [\r\nX-Forwarded-For: \x9b2J\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: \xc2\x9b2J, gotcha\r\n\r\n",
    ):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(request)
        answer = await reader.read()
        writer.transport.abort()
        assert not any(sign.encode() in answer for sign in UNPRINTABLE)
        assert b"gotcha" not in answer
    assert not any(sign in fortress.log for sign in UNPRINTABLE)
    assert "Traceback" not in fortress.log


async def test_escape_codes_of_players_and_watchers_never_reach_a_terminal(
    fortress: Serving, opened: Opener
) -> None:
    session = await new_session(fortress.address)
    ann = opened("join", fortress.address, "--session", session, "--name", "Ann")
    ann.read_text("Ann joins the party")
    async with guest(fortress.address) as watcher:
        await watcher.send(Watch(session, f"Eve{ESCAPES}"))
        await watcher.send(Say(f"look{ESCAPES}out"))
        await watcher.until(Chat)
        ann.read_text("look")
        ann.read_panel("1 watching: Eve")
    ann.read_gone("1 watching")
    assert not STRANGE.search(ann.received)
    assert "\u202e" not in ann.text
    assert ann.text.count("\n") == 31
    assert ann.quit() == 0


async def test_escape_codes_of_a_hostile_server_never_reach_a_terminal(opened: Opener) -> None:
    async with scripted_server() as host:
        ann = opened("join", host.url, "--name", "Ann")
        peer = await host.accept()
        await peer.greet()
        await peer.expect(Join)
        await peer.send(joined(name=f"Ann{ESCAPES}"), roster(f"Ann{ESCAPES}", watchers=(ESCAPES,)))
        kinds = [structs.replace(kind, name=ESCAPES, glyph="\x1b") for kind in KINDS]
        lines = [Line("info", f"first{ESCAPES}")]
        await peer.send(keyframe(kinds=kinds, lines=lines), Chat(f"Eve{ESCAPES}", 0, ESCAPES))
        await asyncio.to_thread(ann.read_text, "first")
        await peer.send(Chat("Eve", 0, f"last{ESCAPES}"))
        await asyncio.to_thread(ann.read_text, "Eve: last")
        assert not STRANGE.search(ann.received)
        assert not any(sign in ann.text for sign in UNPRINTABLE)
