"""Rooms as a bare server of the field has them: actors that clients move, and frames ten a second.

There are no rules but that two actors may not stand on one cell. Nothing is out of sight, and
nothing is kept. Each client gets frames of the sizes that it is told to send, filled with zeros.
"""

import asyncio
import bisect
import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate, cycle
from typing import Any, Final

import msgpack
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

TICK_SECONDS: Final = 0.1
SIDE: Final = 80
"""Cells along a side of a room, as those of a floor."""
VARIETY: Final = 10_000
"""Frames until the sizes come round again."""
BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5)
"""Seconds by which ticks may be late, counted apart."""


def drawn_frames(sizes: dict[str, int], chance: float) -> list[bytes | None]:
    """Return frames whose sizes come as often as counted, and None where a client gets none.

    `chance` is that of a frame for a client in a tick.
    """
    draw = random.Random(1)
    ready = {size: bytes(int(size)) for size in sizes}
    drawn = draw.choices(list(sizes), list(sizes.values()), k=VARIETY)
    return [ready[size] if draw.random() < chance else None for size in drawn]


class Room:
    """Actors on a grid. A client moves one of them."""

    def __init__(self, actors: int) -> None:
        self.clients: dict[ServerConnection, int] = {}
        self.moves: list[tuple[int, int, int]] = []
        """The actors that are to move, and by how many cells."""
        self.cells: list[tuple[int, int]] = []
        """Where each actor stands."""
        self._taken: set[tuple[int, int]] = set()
        for cell in random.sample(range(SIDE * SIDE), actors):
            self.place(divmod(cell, SIDE))

    def place(self, cell: tuple[int, int]) -> None:
        """Put another actor on a cell where nobody stands."""
        self.cells.append(cell)
        self._taken.add(cell)

    def walk(self) -> None:
        """Move the actors that want to, unless somebody stands there."""
        for actor, dx, dy in self.moves:
            x, y = self.cells[actor]
            cell = (x + dx, y + dy)
            if cell not in self._taken and 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE:
                self._taken.discard((x, y))
                self._taken.add(cell)
                self.cells[actor] = cell
        self.moves.clear()


class BareRooms:
    """A server of rooms with so many clients `together`, each of which has so many `actors`."""

    def __init__(self, together: int, actors: int) -> None:
        self._together = together
        self._actors = actors
        self._rooms: list[Room] = []
        self._frames: Iterator[bytes | None] = cycle([None])
        self._late = [0] * (len(BOUNDS) + 1)
        self._sent = 0
        self._clocks: set[asyncio.Task[None]] = set()

    def begin(self, details: dict[str, Any]) -> None:
        """Send frames from now on: how often each size comes, and the chance of one in a tick."""
        self._frames = cycle(drawn_frames(details["sizes"], details["chance"]))

    def counts(self, _details: dict[str, Any]) -> dict[str, int]:
        """Return how many frames were sent, and to how many clients."""
        return {"frames": self._sent, "clients": sum(len(room.clients) for room in self._rooms)}

    def late(self, _details: dict[str, Any]) -> dict[str, int]:
        """Return how many ticks of rooms were no later than each bound, in seconds."""
        bounds = [*map(str, BOUNDS), "inf"]
        return dict(zip(bounds, accumulate(self._late), strict=True))

    async def run(self) -> None:
        """Serve until the process is ended."""
        async with serve(self._serve, "127.0.0.1", 0, compression=None) as server:
            print(f"listening ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", file=sys.stderr)
            sys.stderr.flush()
            await asyncio.Event().wait()

    async def _serve(self, client: ServerConnection) -> None:
        """Take the moves of a client until it goes."""
        room = self._room()
        free = set(range(self._together)) - set(room.clients.values())
        actor = room.clients[client] = min(free)
        with suppress(ConnectionClosed):
            async for message in client:
                _, _sequence, intent = msgpack.unpackb(message)
                if intent[0] == "move":
                    room.moves.append((actor, intent[1], intent[2]))
        del room.clients[client]

    def _room(self) -> Room:
        """Return a room with a free place."""
        for room in self._rooms:
            if len(room.clients) < self._together:
                return room
        room = Room(self._actors)
        self._rooms.append(room)
        self._clocks.add(asyncio.create_task(self._tick(room)))
        return room

    async def _tick(self, room: Room) -> None:
        """Let a room have its ticks."""
        due = time.monotonic()
        while True:
            due = max(due + TICK_SECONDS, time.monotonic())
            await asyncio.sleep(due - time.monotonic())
            self._late[bisect.bisect_left(BOUNDS, time.monotonic() - due)] += 1
            room.walk()
            for client in list(room.clients):
                frame = next(self._frames)
                if frame is not None:
                    with suppress(ConnectionClosed):
                        await client.send(frame)
                    self._sent += 1
