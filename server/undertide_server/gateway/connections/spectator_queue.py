"""Sending to spectators: after the players, and a few frames at a time.

Sending a frame to five hundred spectators takes several milliseconds. Done in one go, it would
delay every player's requests by that time.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final

from undertide_server.gateway.connections.peers import ConnectedPeer

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
