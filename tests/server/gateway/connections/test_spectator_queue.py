from typing import cast

from support.processes.waiting import until
from undertide_server.content.load import load_settings
from undertide_server.gateway.connections.peers import ConnectedPeer, Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.connections.spectator_queue import (
    AT_ONCE,
    MOST_OF_ONE,
    SpectatorQueue,
)
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.edge.socket import Socket
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_shared.codec import encode
from undertide_shared.messages import Chat, Left, State

FRAME = encode(Chat("Ann", 0, "hello"))
GOODBYE = encode(Left("k7m2q", "you left"))


class Wire:
    """Notes in a common list who was written what."""

    address_key = "127.0.0.1"

    def __init__(self, written: list[tuple["Wire", bytes]]) -> None:
        self.written = written

    def write(self, frame: bytes) -> None:
        self.written.append((self, frame))


class Room:
    """Peers whose wires write into one list."""

    def __init__(self, number: int, state: State = State.WATCHING) -> None:
        self.written: list[tuple[Wire, bytes]] = []
        self.peers = Peers(load_settings().limits)
        self.seated = [self.add(state) for _ in range(number)]

    def add(self, state: State) -> ConnectedPeer:
        peer = self.peers.add(cast(Socket, Wire(self.written)), 0.0)
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
