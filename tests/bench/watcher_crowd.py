"""Spectators: `watcher_crowd.py ADDRESS`.

Questions: "more" with a `number` of watchers who are to come and perhaps a `seat`, through whose
hero's eyes they look instead of the party's; "counts" of frames and watchers.
"""

import asyncio
import sys
from typing import Any, Final

from answering import answer
from websockets.asyncio.client import connect
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
        self._frames = 0
        self._watching = 0
        self._loop = asyncio.get_running_loop()

    def counts(self, _details: dict[str, Any]) -> dict[str, int]:
        """Return the frames that arrived so far and how many watch."""
        return {"frames": self._frames, "watching": self._watching}

    def more(self, details: dict[str, Any]) -> None:
        """Let more watchers come."""
        coming = self._let_in(details["number"], details.get("seat"))
        asyncio.run_coroutine_threadsafe(coming, self._loop)

    async def _let_in(self, number: int, seat: int | None) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(number):
                group.create_task(self._watch(seat))
                await asyncio.sleep(ARRIVAL_SECONDS)

    async def _watch(self, seat: int | None) -> None:
        protocols = [Subprotocol(SUBPROTOCOL)]
        async with connect(
            self._address, subprotocols=protocols, compression=None, proxy=None
        ) as socket:
            await socket.send(encode(Hello(PROTOCOL, "undertide bench")))
            await socket.recv()
            await socket.send(encode(Watch("", "", seat)))
            self._watching += 1
            async for data in socket:
                assert isinstance(data, bytes)
                if any(tag in data[:HEAD] for tag in FRAME_TAGS):
                    self._frames += 1


async def main(address: str) -> None:
    """Do what is asked for until the process is ended."""
    crowd = Crowd(address)
    answer({"counts": crowd.counts, "more": crowd.more})
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
