import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.frames import Frame, Opcode

from support.gateway.certificates import Certificates
from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted, hosted_by_tls, narrow_socket
from support.processes.waiting import until
from undertide_server.content.load import load_settings
from undertide_server.gateway.connections import sender
from undertide_server.gateway.connections.peers import ConnectedPeer, Peers, RelayedPeer
from undertide_server.gateway.connections.sender import (
    AT_ONCE,
    MOST_OF_ONE,
    Sender,
    SpectatorQueue,
    Splits,
    head_of_frame,
)
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.edge.socket import Socket
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.identity import NOBODY
from undertide_shared.codec import encode
from undertide_shared.messages import (
    Act,
    Chat,
    Delta,
    Keyframe,
    Left,
    Say,
    State,
    Wait,
    Watch,
    Watching,
)

pytestmark = pytest.mark.both_loops
SOFT = 20_000
HARD = 60_000
PLENTY: dict[str, Any] = {
    "messages_per_second": 100_000,
    "message_burst": 100_000,
    "bytes_per_second": 100_000_000,
    "bytes_per_second_per_address": 100_000_000,
    "soft_buffer_bytes": SOFT,
    "hard_buffer_bytes": HARD,
}
"""Rates that nothing here exceeds, and buffers that are soon full."""
Hosting = Callable[..., AbstractAsyncContextManager[Hosted]]
LIMITS = load_settings().limits
FRAME = encode(Chat("Ann", 0, "hello"))
GOODBYE = encode(Left("k7m2q", "you left"))


@pytest.fixture(params=["plain", "tls"])
def hosting(request: pytest.FixtureRequest, tmp_path: Path) -> Hosting:
    """Listen as `hosted` does, with TLS and without."""
    return hosted if request.param == "plain" else partial(hosted_by_tls, Certificates(tmp_path))


@asynccontextmanager
async def reluctant(host: Hosted, session: str) -> AsyncIterator[tuple[Client, ConnectedPeer]]:
    """Let somebody watch who reads nothing unless told to, through a narrow pipe."""
    options: dict[str, Any] = {"sock": narrow_socket(host.address), "max_queue": 1}
    async with host.stranger(**options) as client:
        await client.greet()
        await client.send(Watch(session, "Wat"))
        await client.until(Watching)
        if "ssl" in host.options:
            # TLS would read ahead for a client that doesn't.
            client.connection.transport.set_read_buffer_limits(high=1, low=0)  # type: ignore[attr-defined]
        peer = list(host.gateway.peers)[-1]
        wire = peer.socket.transport.get_extra_info("socket")
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        yield client, peer
        client.connection.transport.abort()


def clog(host: Hosted, peer: ConnectedPeer) -> None:
    """Send keyframes that nobody reads until one is left out."""
    session = peer.session
    assert session is not None
    while not peer.missed:
        session.viewing.resync(peer.number)
        host.gateway.scheduler.move_on(session)


async def test_a_viewer_that_reads_nothing_gets_no_more_and_the_others_play_on(
    hosting: Hosting,
) -> None:
    async with (
        hosting(**PLENTY) as host,
        host.player("Ann") as ann,
        reluctant(host, ann.session) as (_, peer),
    ):
        clog(host, peer)
        unsent = peer.socket.unsent
        assert SOFT < unsent < SOFT + 10_000
        for number in range(1, 30):
            await ann.send(Act(number, Wait()))
            await ann.until(Delta)
        assert peer.socket.unsent <= unsent
        peer.socket.drop()


async def test_a_viewer_that_reads_again_gets_a_keyframe_and_then_deltas(
    hosting: Hosting,
) -> None:
    async with (
        hosting(**PLENTY) as host,
        host.player("Ann") as ann,
        reluctant(host, ann.session) as (client, peer),
    ):
        clog(host, peer)
        await ann.send(Act(1, Wait()))
        await ann.until(Delta)
        while peer.missed:
            await client.until(Keyframe)
        await ann.send(Say("welcome back"))
        await ann.until(Chat)
        last = await client.until(Keyframe)
        message = await client.receive()
        while not isinstance(message, Chat):
            last = message if isinstance(message, Keyframe) else last
            message = await client.receive()
        async with host.player("Bob", ann.session):
            delta = await client.until(Delta)
        assert delta.number == last.number + 1


async def test_a_viewer_that_takes_nothing_for_long_is_dropped(
    hosting: Hosting,
) -> None:
    async with (
        hosting(**PLENTY, stuck_seconds=0.1) as host,
        host.player("Ann") as ann,
        reluctant(host, ann.session) as (_, peer),
    ):
        clog(host, peer)
        await peer.socket.wait_closed()
        await ann.send(Act(1, Wait()))
        await ann.until(Delta)


async def test_a_viewer_for_whom_too_much_waits_is_dropped(
    hosting: Hosting,
) -> None:
    async with (
        hosting(**PLENTY) as host,
        host.player("Ann") as ann,
        reluctant(host, ann.session) as (_, peer),
    ):
        clog(host, peer)
        gone = asyncio.ensure_future(peer.socket.wait_closed())
        while not gone.done():
            await ann.send(Say("x" * 240))
            await ann.until(Chat)
            assert peer.socket.unsent <= HARD + 1000
        assert host.gateway.peers.get(peer.number) is None


class Wire:
    """Notes what is written to it."""

    address_key = "127.0.0.1"

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, frame: bytes) -> None:
        self.written.append(frame)


def posted() -> tuple[Sender, ConnectedPeer, Wire]:
    """Return a post, its only peer, and what that peer is sent."""
    limits = load_settings().limits
    peers, wire = Peers(limits), Wire()
    return Sender(peers, limits, Counters()), peers.add(cast(Socket, wire), 0.0), wire


async def test_what_is_collected_leaves_in_order_when_all_that_is_due_was_done() -> None:
    sender, peer, wire = posted()
    sender.send_soon([Parcel((peer.number,), b"one"), Parcel((peer.number, 99), b"two")])
    sender.send_soon([Parcel((peer.number,), b"three")])
    assert wire.written == []
    await until(lambda: bool(wire.written))
    assert [frame[2:] for frame in wire.written] == [b"one", b"two", b"three"]
    sender.flush()
    assert len(wire.written) == 3, "nothing is sent twice"


async def test_an_answer_does_not_overtake_what_was_collected() -> None:
    sender, peer, wire = posted()
    left = Left("abcde", "you left")
    sender.send_soon([Parcel((peer.number,), b"frame")])
    sender.reply(peer, left)
    assert [frame[2:] for frame in wire.written] == [b"frame", encode(left)]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_message_is_framed_as_the_library_would(size: int) -> None:
    message = bytes(index % 251 for index in range(size))
    framed = head_of_frame(size) + message
    assert framed == Frame(Opcode.BINARY, message).serialize(mask=False)


class SplitWire:
    """A client's connection, which notes what it is sent."""

    address_key = "127.0.0.1"

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, frame: bytes) -> None:
        self.written.append(frame[2:])


class FakeFront:
    """A front, which notes what it is to deliver."""

    def __init__(self) -> None:
        self.delivered: list[tuple[Sequence[int], bytes, bool]] = []

    def deliver(self, members: Sequence[int], parcel: Parcel) -> None:
        self.delivered.append((members, parcel.data, parcel.frame))

    def note_moved(self, peer: RelayedPeer) -> None:
        raise NotImplementedError


async def test_a_front_gets_a_parcel_once_however_many_of_its_members_receive_it() -> None:
    peers, wire, left, right = Peers(LIMITS), SplitWire(), FakeFront(), FakeFront()
    sender = Sender(peers, LIMITS, Counters())
    here = peers.add(cast(Socket, wire), 0.0)
    away = [peers.add_relayed(left, member, NOBODY).number for member in (7, 1)]
    other = peers.add_relayed(right, 7, NOBODY)
    sender.send_soon([Parcel((away[0], here.number, other.number, away[1], 99), b"frame", True)])
    sender.reply(other, Left("abcde", "you left"))
    assert wire.written == [b"frame"]
    assert left.delivered == [((7, 1), b"frame", True)]
    assert [each[:1] for each in right.delivered] == [((7,),), ((7,),)]


def test_a_split_is_worked_out_once_and_few_are_kept() -> None:
    peers, front = Peers(LIMITS), FakeFront()
    splits, member = Splits(peers), peers.add_relayed(front, 7, NOBODY).number
    first = splits.of((member,))
    assert first == ((), ((front, (7,)),))
    assert splits.of((member,)) is first
    for number in range(sender.SPLITS_KEPT):
        splits.of((member, 1000 + number))
    assert splits.of((member,)) is not first


class QueueWire:
    """Notes in a common list who was written what."""

    address_key = "127.0.0.1"

    def __init__(self, written: list[tuple["QueueWire", bytes]]) -> None:
        self.written = written

    def write(self, frame: bytes) -> None:
        self.written.append((self, frame))


class Room:
    """Peers whose wires write into one list."""

    def __init__(self, number: int, state: State = State.WATCHING) -> None:
        self.written: list[tuple[QueueWire, bytes]] = []
        self.peers = Peers(load_settings().limits)
        self.seated = [self.add(state) for _ in range(number)]

    def add(self, state: State) -> ConnectedPeer:
        peer = self.peers.add(cast(Socket, QueueWire(self.written)), 0.0)
        peer.state = state
        return peer

    def sent_to(self, peer: ConnectedPeer) -> list[bytes]:
        return [frame for wire, frame in self.written if cast(object, wire) is peer.socket]


async def test_some_are_sent_at_a_time_and_others_have_their_turn_between() -> None:
    room = Room(3 * AT_ONCE)
    spectator_queue = SpectatorQueue()
    spectator_queue.add(b"frame", room.seated)
    assert room.written == []
    sent: set[int] = set()

    def all_sent() -> bool:
        sent.add(len(room.written))
        return len(spectator_queue) == 0

    await until(all_sent)
    assert sent == {0, AT_ONCE, 2 * AT_ONCE, 3 * AT_ONCE}, "others looked on after each turn"


async def test_each_gets_its_frames_in_order() -> None:
    room = Room(AT_ONCE + 5)
    spectator_queue = SpectatorQueue()
    for frame in (b"1", b"2", b"3"):
        spectator_queue.add(frame, room.seated)
    await until(lambda: len(spectator_queue) == 0)
    assert all(room.sent_to(peer) == [b"1", b"2", b"3"] for peer in room.seated)
    assert all(peer.in_line == 0 for peer in room.seated)


async def test_no_more_than_so_many_wait_for_one() -> None:
    room = Room(2)
    spectator_queue = SpectatorQueue()
    for _ in range(MOST_OF_ONE):
        spectator_queue.add(b"frame", room.seated)
    assert room.written == []
    spectator_queue.add(b"one too many", room.seated[:1])
    assert len(spectator_queue) == 0
    assert len(room.sent_to(room.seated[0])) == MOST_OF_ONE + 1


async def test_players_are_sent_a_frame_before_those_who_watch() -> None:
    room = Room(5)
    player = room.add(State.PLAYING)
    sender = Sender(room.peers, load_settings().limits, Counters())
    sender.send_soon([Parcel((*[peer.number for peer in room.seated], player.number), FRAME)])
    sender.flush()
    assert len(room.sent_to(player)) == len(room.written) == 1


async def test_who_stops_watching_is_told_after_what_waits_for_it() -> None:
    room = Room(1)
    (peer,) = room.seated
    sender = Sender(room.peers, load_settings().limits, Counters())
    sender.send_soon([Parcel((peer.number,), FRAME)])
    sender.flush()
    peer.to_lobby()
    sender.send_soon([Parcel((peer.number,), GOODBYE)])
    sender.flush()
    assert room.written == []
    await until(lambda: len(room.sent_to(peer)) == 2)
    assert [frame[2:] for frame in room.sent_to(peer)] == [FRAME, GOODBYE]
