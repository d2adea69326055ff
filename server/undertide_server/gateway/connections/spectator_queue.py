"""Sending to those who only watch: after the players, and some at a time.

Sending a frame to five hundred watchers takes several milliseconds. If it were done in one go, what
a player asks meanwhile would wait for that.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final

from undertide_server.gateway.connections.peers import Peer

AT_ONCE: Final = 32
"""Frames that are sent before the event loop turns to what came in: half a millisecond."""
MOST_OF_ONE: Final = 8
"""Frames that wait for one peer at the most: nearly a second's. Beyond that all are sent in one go,
so that nothing grows on a machine that is too slow."""


class SpectatorQueue:
    """A line of frames for peers that can wait a moment. Each peer's come in order."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._line: deque[tuple[Peer, bytes]] = deque()
        self._called = False

    def __len__(self) -> int:
        """Return how many frames wait."""
        return len(self._line)

    def add(self, frame: bytes, peers: Sequence[Peer]) -> None:
        """Let each of the peers have a serialised frame when its turn comes."""
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
        """Send so many frames, those that have waited longest."""
        for _ in range(min(number, len(self._line))):
            peer, frame = self._line.popleft()
            peer.in_line -= 1
            peer.socket.write(frame)
