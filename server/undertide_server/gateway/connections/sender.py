"""Sending to many connections, in order, without waiting for any of them.

Bytes that a client has not taken wait in its transport's buffer and nowhere else. Above the soft
limit the client misses frames, and gets a keyframe once the buffer has drained. Above the hard
limit, or when it takes nothing for long, its connection is dropped.

Frames for players go first. Sending one frame to five hundred spectators takes several
milliseconds, so theirs are queued and leave a few at a time.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import structlog
from websockets.frames import Frame, Opcode

from undertide_server.content.settings.settings import LimitSettings, ServerSettings
from undertide_server.gateway.connections.peers import (
    ConnectedPeer,
    FrontNode,
    Peer,
    Peers,
    RelayedPeer,
)
from undertide_server.gateway.edge.connection_gate import Unread
from undertide_server.gateway.edge.counters import Counters
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_shared.codec import encode
from undertide_shared.messages import ServerMessage, State

HEADS_KEPT: Final = 1000
"""Frame heads that are kept, by size. Few frames have a thousand bytes or more."""
log = structlog.get_logger()


class Sender:
    """A sender of the messages of sessions and replays to their connections."""

    def __init__(self, peers: Peers, limits: LimitSettings, counters: Counters) -> None:
        self._peers = peers
        self._limits = limits
        self._counters = counters
        self._loop = asyncio.get_running_loop()
        self._collected: list[Parcel] = []
        self._spectator_queue = SpectatorQueue()
        self._splits = Splits(peers)

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on."""
        self._limits = settings.limits

    def watch_buffer(self, peer: ConnectedPeer) -> None:
        """Start to watch how well a peer takes the bytes sent to it."""
        peer.socket.on_clogged = lambda: self._clogged(peer)
        peer.socket.on_drained = lambda: self._drained(peer)

    def unwatch_buffer(self, peer: ConnectedPeer) -> None:
        """Watch it no longer. Otherwise peer and socket would hold each other for good."""
        peer.socket.ignore_buffer()

    def send_soon(self, parcels: list[Parcel]) -> None:
        """Send parcels, in order, once all work that is due at this moment is done.

        So sessions that are due together step one right after the other, which costs less: sending
        in between would drive their shared data out of the processor's caches each time.
        """
        if parcels and not self._collected:
            self._loop.call_soon(self.flush)
        self._collected += parcels

    def flush(self) -> None:
        """Send the collected parcels."""
        collected, self._collected = self._collected, []
        for parcel in collected:
            self._send(parcel)

    def send_now(self, parcel: Parcel) -> None:
        """Send a parcel now, after all collected ones."""
        self.flush()
        self._send(parcel)

    def reply(self, peer: Peer, message: ServerMessage) -> None:
        """Send one message to one peer now, after all collected parcels."""
        self._counters.note_reply(message)
        self.send_now(Parcel((peer.number,), encode(message)))

    def _send(self, parcel: Parcel) -> None:
        """Send a parcel to those of its members who are connected and keep up, spectators last."""
        connected, receivers = self._peers.connected, 0
        watchers: list[ConnectedPeer] = []
        frame = head_of_frame(len(parcel.data)) + parcel.data
        for member in self._relay(parcel) if self._peers.relayed else parcel.members:
            peer = connected.get(member)
            if peer is None or (peer.clogged and self._withholds(peer, parcel)):
                continue
            if parcel.is_pinged:  # It is for one member.
                frame += peer.socket.next_ping()
            receivers += 1
            # Spectators can wait. So must a peer whose earlier frames still wait in the queue.
            if peer.state is State.WATCHING or peer.in_line:
                watchers.append(peer)
            else:
                peer.socket.write(frame)
        if receivers:
            self._counters.note_sent(parcel.data, len(frame), receivers)
        if watchers:
            self._spectator_queue.add(frame, watchers)

    def _relay(self, parcel: Parcel) -> tuple[int, ...]:
        """Hand a parcel to the fronts of its relayed members, once to each; return the others."""
        split = self._splits.of(parcel.members)
        for front, members in split.away:
            front.deliver(members, parcel)
        return split.here

    def _withholds(self, peer: ConnectedPeer, parcel: Parcel) -> bool:
        """Return whether a parcel is left out for a peer that is behind."""
        if parcel.frame:
            self._counters.withheld += 1
            peer.missed = True
            if peer.endpoint is not None:
                peer.endpoint.fell_behind(peer.number)
            return True
        if peer.socket.unsent > self._limits.hard_buffer_bytes:
            self._drop(peer, "too_much_unsent")
            return True
        return False

    # --- slow peers --------------------------------------------------------------------------

    def _clogged(self, peer: ConnectedPeer) -> None:
        peer.clogged = True
        self._look_again(peer)

    def _look_again(self, peer: ConnectedPeer) -> None:
        wait = self._limits.stuck_seconds
        peer.patrol = self._loop.call_later(wait, self._patrol, peer, peer.socket.unsent)

    def _patrol(self, peer: ConnectedPeer, before: int) -> None:
        """Drop a peer that has taken nothing since the last check."""
        if peer.socket.unsent >= before:
            self._drop(peer, "takes_nothing")
        else:
            self._look_again(peer)

    def _drained(self, peer: ConnectedPeer) -> None:
        """Send frames to a peer again, from a keyframe on if it missed any."""
        peer.clogged = False
        if peer.patrol is not None:
            peer.patrol.cancel()
            peer.patrol = None
        missed, peer.missed = peer.missed, False
        if missed and peer.endpoint is not None:
            peer.endpoint.resync(peer.number)

    def _drop(self, peer: ConnectedPeer, why: Unread) -> None:
        if not peer.socket.greeted_as:
            peer.socket.cut(why)
            return
        if peer.socket.count_out():
            self._counters.cut[why] += 1
        log.info("dropped", peer=peer.number, reason=why, unsent=peer.socket.unsent)
        peer.socket.drop()


@lru_cache(maxsize=HEADS_KEPT)
def head_of_frame(size: int) -> bytes:
    """Return the head of a WebSocket frame that holds a message of `size` bytes.

    The head depends on the size alone, so all messages of one size share it.
    """
    frame = Frame(Opcode.BINARY, bytes(size)).serialize(mask=False)
    return frame[: len(frame) - size]


SPLITS_KEPT: Final = 1000
"""Splits that are kept. A view's frames have the same members until one comes or goes."""


class Split(NamedTuple):
    """The members of a parcel."""

    here: tuple[int, ...]
    """Those whose clients are connected to this process, or gone."""
    away: tuple[tuple[FrontNode, tuple[int, ...]], ...]
    """Each front of the others, with their numbers there."""


class Splits:
    """The splits of members that were asked for lately.

    A split stays right, since no number is used again and no peer changes its front.
    """

    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        self._known: dict[tuple[int, ...], Split] = {}

    def of(self, members: tuple[int, ...]) -> Split:
        """Return where some members are."""
        known = self._known.get(members)
        if known is None:
            if len(self._known) >= SPLITS_KEPT:
                self._known.clear()
            known = self._known[members] = self._split(members)
        return known

    def _split(self, members: tuple[int, ...]) -> Split:
        here: list[int] = []
        away: dict[FrontNode, list[int]] = {}
        for member in members:
            peer = self._peers.get(member)
            if isinstance(peer, RelayedPeer):
                away.setdefault(peer.front, []).append(peer.member)
            else:
                here.append(member)
        return Split(tuple(here), tuple((front, tuple(there)) for front, there in away.items()))


AT_ONCE: Final = 32
"""Frames sent before the event loop reads again: half a millisecond of work."""
MOST_OF_ONE: Final = 8
"""Most frames that wait for one peer: nearly a second's. Beyond that all are sent in one go, so
that the queue cannot grow on a machine that is too slow."""


class SpectatorQueue:
    """A queue of frames for peers that can wait a moment. Each peer gets its frames in order."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._line: deque[tuple[ConnectedPeer, bytes]] = deque()
        self._called = False

    def __len__(self) -> int:
        """Return the number of frames that wait."""
        return len(self._line)

    def add(self, frame: bytes, peers: Sequence[ConnectedPeer]) -> None:
        """Queue a serialised frame for each of the peers."""
        longest = 0
        for peer in peers:
            peer.in_line += 1
            longest = max(longest, peer.in_line)
            self._line.append((peer, frame))
        if longest > MOST_OF_ONE:
            self._send(len(self._line))
        self._call()

    def _call(self) -> None:
        if not self._called and self._line:
            self._called = True
            self._loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        self._called = False
        self._send(AT_ONCE)
        self._call()

    def _send(self, number: int) -> None:
        """Send up to `number` frames, those that have waited longest first."""
        for _ in range(min(number, len(self._line))):
            peer, frame = self._line.popleft()
            peer.in_line -= 1
            peer.socket.write(frame)
