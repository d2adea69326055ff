"""Players that cost their own process little: `throng.py ADDRESS`.

Each has a connection and a hero. It explores, strikes about itself where that is refused, and comes
back with a new hero when its own has died: what a server has to do for it is what it does for a
player. It reads of frames only what became of its intents.

Questions: "more" with a `number` of players who are to come and how many to a `session`; "counts";
"begin", to measure from now on; "latencies", in milliseconds, since then.
"""

import asyncio
import random
import sys
import time
from itertools import count
from typing import Any, Final

import msgpack
from answering import answer
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from undertide_shared.codec import encode
from undertide_shared.messages import (
    PROTOCOL,
    SUBPROTOCOL,
    Act,
    Anew,
    Create,
    Explore,
    Hello,
    Intent,
    Join,
    Move,
)

ARRIVAL_SECONDS: Final = 0.02
"""Between two players who come."""
THINKING_SECONDS: Final = (0.1, 0.6)
"""Between an answer and the next intent: what people who are good at it take."""
BLOWS: Final = 6
"""Steps about itself after an errand was refused: somebody is near."""
PATIENCE_SECONDS: Final = 5.0
"""That an answer is waited for: an errand in company ends when something comes into view."""
REPORT_IN: Final = {"delta": 9, "key": 12}
"""Where in a frame's array the report on intents stands."""


class Throng:
    """All players of this process."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._loop = asyncio.get_running_loop()
        self._playing = 0
        self._frames = 0
        self._bytes = 0
        self._failed = 0
        self._latencies: list[float] = []

    def counts(self, _details: dict[str, Any]) -> dict[str, float]:
        """Return what there is and what came so far."""
        return {
            "playing": self._playing,
            "frames": self._frames,
            "bytes": self._bytes,
            "failed": self._failed,
            "cpu": time.process_time(),
        }

    def begin(self, _details: dict[str, Any]) -> None:
        """Forget the latencies so far."""
        self._latencies = []

    def latencies(self, _details: dict[str, Any]) -> list[float]:
        """Return how long the answers to intents took, in milliseconds."""
        return [round(seconds * 1000, 2) for seconds in self._latencies]

    def more(self, details: dict[str, Any]) -> None:
        """Let more players come."""
        coming = self._let_in(details["number"], details["session"])
        asyncio.run_coroutine_threadsafe(coming, self._loop)

    async def _let_in(self, number: int, together: int) -> None:
        async with asyncio.TaskGroup() as group:
            for first in range(0, number, together):
                session = await self._make_session()
                for seat in range(min(together, number - first)):
                    group.create_task(self._play(session, f"P{seat}"))
                    await asyncio.sleep(ARRIVAL_SECONDS)

    async def _make_session(self) -> str:
        async with self._connected() as socket:
            await socket.send(encode(Create("", "real")))
            session: str = _read(await socket.recv())[1]
            return session

    def _connected(self) -> connect:
        return _Greeted(
            self._address,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            proxy=None,
            ping_interval=None,
        )

    async def _play(self, session: str, name: str) -> None:
        try:
            async with self._connected() as socket:
                await socket.send(encode(Join(session, name)))
                self._playing += 1
                try:
                    await self._act(socket)
                finally:
                    self._playing -= 1
        except OSError:
            self._failed += 1

    async def _act(self, socket: ClientConnection) -> None:
        chance = random.Random()
        blows = 0
        for sequence in count(1):
            intent: Intent = Explore()
            if blows:
                blows -= 1
                intent = Move(chance.choice((-1, 1)), chance.randint(-1, 1))
            began = time.perf_counter()
            await socket.send(encode(Act(sequence, intent)))
            outcome = await self._outcome(socket, sequence)
            if outcome == "over":
                await socket.send(encode(Anew()))
            elif outcome != "late":
                self._latencies.append(time.perf_counter() - began)
            if outcome == "refused" and not blows:
                blows = BLOWS
            await self._idle(socket, chance.uniform(*THINKING_SECONDS))

    async def _outcome(self, socket: ClientConnection, sequence: int) -> str:
        """Return what became of an intent: its first outcome, "over" without a hero, or "late"."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while True:
                    message = await self._hear(socket)
                    report = _report_in(message)
                    if report is not None and report[1] >= sequence and report[2] != "none":
                        return str(report[2])
                    if message[0] == "error" and message[1] == "wrong_state":
                        return "over"
        except TimeoutError:
            return "late"

    async def _idle(self, socket: ClientConnection, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self._hear(socket)
        except TimeoutError:
            return

    async def _hear(self, socket: ClientConnection) -> list[Any]:
        data = await socket.recv(decode=False)
        self._bytes += len(data)
        message = _read(data)
        self._frames += message[0] in REPORT_IN
        return message


class _Greeted(connect):
    """A connection that has been greeted when it is entered."""

    async def __aenter__(self) -> ClientConnection:
        socket = await super().__aenter__()
        await socket.send(encode(Hello(PROTOCOL, "undertide bench")))
        await socket.recv()
        return socket


def _read(data: bytes | str) -> list[Any]:
    message: list[Any] = msgpack.unpackb(data)
    return message


def _report_in(message: list[Any]) -> list[Any] | None:
    index = REPORT_IN.get(message[0])
    report: list[Any] | None = message[index] if index is not None else None
    return report


async def main(address: str) -> None:
    """Do what is asked for until the process is ended."""
    throng = Throng(address)
    answer(
        {
            "counts": throng.counts,
            "more": throng.more,
            "begin": throng.begin,
            "latencies": throng.latencies,
        }
    )
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
