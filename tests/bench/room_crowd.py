"""Clients of rooms, which say what human players would: `room_crowd.py ADDRESS bare|colyseus`.

They send intents of the same bytes at the same moments as players of this game do, by the same
mind, and read nothing of what comes.

Questions: "want" with a `number` of clients; "counts"; "begin"; "latencies" and "sizes", which
are empty.
"""

import asyncio
import json
import random
import sys
import time
import urllib.request
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from answering import answer
from players import Human
from raw_websocket import RawWebSocket

from undertide_shared.codec import encode
from undertide_shared.messages import Act

ARRIVAL_SECONDS: Final = 0.01
"""Between two clients who come."""
JOIN_ROOM: Final = 10
"""The byte by which a client of Colyseus says that it is there."""
ROOM_DATA: Final = b"\x0d\xa3act"
"""The head of a message of the kind "act" to a room of Colyseus."""


class RoomCrowd:
    """All clients of this process."""

    def __init__(self, address: str, kind: str) -> None:
        self._address = address
        self._is_colyseus = kind == "colyseus"
        self._loop = asyncio.get_running_loop()
        self._frames = 0
        self._bytes = 0
        self._intents = 0
        self._clients: list[asyncio.Task[None]] = []

    def counts(self, _details: dict[str, Any]) -> dict[str, Any]:
        """Return what there is and what came so far."""
        there = sum(not client.done() for client in self._clients)
        return {
            "playing": there,
            "living": there,
            "frames": self._frames,
            "bytes": self._bytes,
            "intents": self._intents,
            "cpu": time.process_time(),
        }

    def want(self, details: dict[str, Any]) -> int:
        """Let clients come; return how many there are then."""
        coming = self._want(details["number"])
        return asyncio.run_coroutine_threadsafe(coming, self._loop).result()

    async def _want(self, number: int) -> int:
        while len(self._clients) < number:
            line = await self._connected()
            walking = self._walk(line, Human(random.Random(len(self._clients))))
            self._clients.append(asyncio.create_task(walking))
            await asyncio.sleep(ARRIVAL_SECONDS)
        return len(self._clients)

    async def _connected(self) -> RawWebSocket:
        if not self._is_colyseus:
            return await RawWebSocket.connect(self._address, self._take)
        room, session = await asyncio.to_thread(_reserve, self._address)
        first: asyncio.Future[None] = self._loop.create_future()

        def hear(data: bytes) -> None:
            if not first.done():
                first.set_result(None)
            self._take(data)

        line = await RawWebSocket.connect(f"{self._address}/{room}?sessionId={session}", hear)
        await first
        line.send(bytes([JOIN_ROOM]))
        return line

    def _take(self, data: bytes) -> None:
        self._frames += 1
        self._bytes += len(data)

    async def _walk(self, line: RawWebSocket, mind: Human) -> None:
        for sequence in count(1):
            choice = mind.choose("done", None)
            await asyncio.sleep(choice.seconds)
            if not line.is_open:
                return
            assert choice.intent is not None
            act = encode(Act(sequence, choice.intent))
            line.send(ROOM_DATA + act if self._is_colyseus else act)
            self._intents += 1


def _reserve(address: str) -> tuple[str, str]:
    """Return the path of a room of Colyseus in which there is a place, and the id of the place."""
    request = urllib.request.Request(
        address.replace("ws://", "http://") + "/matchmake/joinOrCreate/room",
        data=b"{}",
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answered:
        told = json.loads(answered.read())
    return f"{told['room']['processId']}/{told['room']['roomId']}", told["sessionId"]


async def main(address: str, kind: str) -> None:
    """Do what is asked for until the process is ended."""
    crowd = RoomCrowd(address, kind)
    nothing: Callable[[dict[str, Any]], object] = lambda _details: []  # noqa: E731
    answer(
        {
            "counts": crowd.counts,
            "want": crowd.want,
            "begin": nothing,
            "latencies": nothing,
            "sizes": lambda _details: {},
        }
    )
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
