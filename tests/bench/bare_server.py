"""The measure of all: a bare `websockets` server that sends frames at ten beats a second.

It does nothing else: no world, no views, nothing received. Frames have the sizes that it is told.
"""

import asyncio
import contextlib
import itertools
import random
import sys
from collections.abc import Iterator
from typing import Any, Final

from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

BEAT_SECONDS: Final = 0.1
VARIETY: Final = 10_000
"""Frames until the sizes come round again."""


class Bare:
    """A server that sends to all its clients, in one of three ways.

    "own clocks": each client's handler sends to it and sleeps. "one burst": one loop sends to all,
    one after the other. "broadcast": one loop broadcasts the same frame to all.
    """

    def __init__(self, way: str) -> None:
        self.sent = 0
        self._way = way
        self._clients: set[ServerConnection] = set()
        self._frames: Iterator[bytes] = itertools.repeat(b"")
        self._begun = False

    def begin(self, details: dict[str, Any]) -> None:
        """Send from now on. `sizes` says how often each size of frame comes."""
        sizes = [int(size) for size in details["sizes"]]
        drawn = random.Random(1).choices(sizes, list(details["sizes"].values()), k=VARIETY)
        ready = {size: bytes(size) for size in sizes}
        self._frames = itertools.cycle([ready[size] for size in drawn])
        self._begun = True

    def counts(self, _details: dict[str, Any]) -> dict[str, int]:
        """Return how many frames were sent, and to how many clients."""
        return {"frames": self.sent, "clients": len(self._clients)}

    async def run(self) -> None:
        """Serve until the process is ended."""
        handler = self._send_by_own_clock if self._way == "own clocks" else self._keep
        async with serve(handler, "127.0.0.1", 0, compression=None) as server:
            print(f"listening ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", file=sys.stderr)
            sys.stderr.flush()
            while True:
                await asyncio.sleep(BEAT_SECONDS)
                if self._begun and self._way != "own clocks":
                    await self._send_to_all()

    async def _send_by_own_clock(self, client: ServerConnection) -> None:
        self._clients.add(client)
        # Clients come at moments of their own.
        await asyncio.sleep(random.Random(len(self._clients)).random() * BEAT_SECONDS)
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(BEAT_SECONDS)
                if self._begun:
                    await client.send(next(self._frames))
                    self.sent += 1
        self._clients.discard(client)

    async def _keep(self, client: ServerConnection) -> None:
        self._clients.add(client)
        await client.wait_closed()
        self._clients.discard(client)

    async def _send_to_all(self) -> None:
        if self._way == "broadcast":
            broadcast(self._clients, next(self._frames))
        else:
            for client in list(self._clients):
                await client.send(next(self._frames))
        self.sent += len(self._clients)
