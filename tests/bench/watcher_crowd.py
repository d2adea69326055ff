"""Spectators: `watcher_crowd.py ADDRESS`.

Questions: "more" with a `number` of watchers who are to come and perhaps a `seat`, through whose
hero's eyes they look instead of the party's, and a `process` of the server that is to hold their
connections; "counts" and "sizes" of frames.
"""

import asyncio
import sys
from collections import Counter
from typing import Any, Final

from answering import answer
from serving_process import process_of
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from undertide_shared.codec import encode
from undertide_shared.messages import PROTOCOL, SUBPROTOCOL, Hello, Watch

FRAME_TAGS: Final = (b"\xa5delta", b"\xa3key")
"""One of them comes right after the head of a frame's array: decoding would cost too much here."""
HEAD: Final = 9
"""Bytes that the head and the longer tag take at most."""
ARRIVAL_SECONDS: Final = 0.01


class Crowd:
    """Watchers that take frames and count them."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._sizes: Counter[int] = Counter()
        self._watching = 0
        self._loop = asyncio.get_running_loop()

    def counts(self, _details: dict[str, Any]) -> dict[str, int]:
        """Return the frames that arrived so far and how many watch."""
        return {"frames": self._sizes.total(), "watching": self._watching}

    def sizes(self, _details: dict[str, Any]) -> dict[int, int]:
        """Return how often each size of frame came."""
        return dict(self._sizes)

    def more(self, details: dict[str, Any]) -> None:
        """Let more watchers come."""
        coming = self._let_in(details["number"], details.get("seat"), details.get("process"))
        asyncio.run_coroutine_threadsafe(coming, self._loop)

    async def _let_in(self, number: int, seat: int | None, process: int | None) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(number):
                group.create_task(self._watch(seat, process))
                await asyncio.sleep(ARRIVAL_SECONDS)

    async def _watch(self, seat: int | None, process: int | None) -> None:
        async with await self._connected(process) as socket:
            await socket.send(encode(Hello(PROTOCOL, "undertide bench")))
            await socket.recv()
            await socket.send(encode(Watch("", "", seat)))
            self._watching += 1
            async for data in socket:
                assert isinstance(data, bytes)
                if any(tag in data[:HEAD] for tag in FRAME_TAGS):
                    self._sizes[len(data)] += 1

    async def _connected(self, process: int | None) -> ClientConnection:
        """Return a connection, held by a process of the server if one is named."""
        protocols = [Subprotocol(SUBPROTOCOL)]
        while True:
            socket = await connect(
                self._address, subprotocols=protocols, compression=None, proxy=None
            )
            if process is None or process_of(socket.local_address[1], [process]):
                return socket
            await socket.close()


async def main(address: str) -> None:
    """Do what is asked for until the process is ended."""
    crowd = Crowd(address)
    answer({"counts": crowd.counts, "sizes": crowd.sizes, "more": crowd.more})
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
