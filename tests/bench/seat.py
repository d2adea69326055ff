"""A player's end of a connection, which reads of a game only what a simple mind must know."""

import asyncio
import time
from collections import Counter
from typing import Any, Final, Protocol, Self

import msgpack
from players import Outcome
from raw_websocket import RawWebSocket

from undertide_shared.codec import encode
from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    PROTOCOL,
    SUBPROTOCOL,
    Act,
    Create,
    Delta,
    Hello,
    Join,
    Keyframe,
    Leave,
)

PATIENCE_SECONDS: Final = 5.0
"""That an answer to an intent is waited for: an auto action ends when something comes in view."""
ANSWER_SECONDS: Final = 30.0
"""That every other answer is waited for, while hundreds of others come in."""
ADDRESSES: Final = 250
"""In the last byte of an address: 127.A.B.1 to 127.A.B.250."""
FLOOR: Final = Keyframe.__struct_fields__.index("floor") + 1
"""Where a keyframe's array tells its floor, after the tag."""
PLACES: Final = {
    tag: tuple(kind.__struct_fields__.index(name) + 1 for name in ("intent", "branches", "stairs"))
    for tag, kind in (("key", Keyframe), ("delta", Delta))
}
"""Where the arrays of frames tell what became of intents, the run tree, and the stairs."""


class Tally(Protocol):
    """What counts the frames that arrive."""

    frames: int
    bytes: int
    sizes: Counter[int]
    latencies: list[float]


class RefusedError(Exception):
    """The server refused what a player asked for outside of its game."""


def address_of(number: int) -> str:
    """Return the address of a player: each has one of its own, as people at home do."""
    rest, last = divmod(number, ADDRESSES)
    return f"127.{1 + rest // 256 % 250}.{rest % 256}.{last + 1}"


class Seat:
    """A greeted connection, and the seat that its player has in a session."""

    def __init__(self, tally: Tally) -> None:
        self.way_down: Cell | None = None
        """A cell with stairs down on this floor, once it is known."""
        self.run_is_over = False
        self._tally = tally
        self._line: RawWebSocket | None = None
        self._answer: asyncio.Future[list[Any]] | None = None
        self._awaited: tuple[str, ...] = ()
        """The tags of the messages that answer what was asked."""
        self._outcome: asyncio.Future[Outcome] | None = None
        self._sequence = 0
        self._branch = 0
        self._parents: dict[int, int] = {}
        """The branches of the run tree that lead down from others."""

    @classmethod
    async def taken(cls, tally: Tally, address: str, own: str) -> Self:
        """Connect and greet. Raises OSError, also when the server refuses the connection."""
        seat = cls(tally)
        seat._line = await RawWebSocket.connect(
            address, seat._hear, protocol=SUBPROTOCOL, local_host=own
        )
        await seat._asked(Hello(PROTOCOL, "undertide bench"), "welcome")
        return seat

    @property
    def is_open(self) -> bool:
        """Whether the connection goes on."""
        return self._line is not None and self._line.is_open

    async def make(self, wanted: Create) -> str:
        """Make a session and return its id. Raises RefusedError."""
        session: str = (await self._asked(wanted, "created"))[1]
        return session

    async def join(self, session: str, name: str) -> None:
        """Take a place in a session. Raises RefusedError."""
        self.run_is_over = False
        self.way_down = None
        await self._asked(Join(session, name), "joined")

    def leave(self) -> None:
        """Go back to the lobby."""
        self._send(Leave())

    def close(self) -> None:
        """End the connection."""
        if self._line is not None:
            self._line.close()

    async def ask(self, act: Act, sequence: int) -> Outcome:
        """Ask for an intent; return its first outcome, and count how long it took."""
        self._outcome = asyncio.get_running_loop().create_future()
        self._sequence = sequence
        began = time.perf_counter()
        self._send(act)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                outcome = await self._outcome
        except TimeoutError:
            return "over" if self.run_is_over else "late"
        finally:
            self._outcome = None
        if outcome != "over":
            self._tally.latencies.append(time.perf_counter() - began)
        return outcome

    async def _asked(self, message: Any, *awaited: str) -> list[Any]:
        """Say something and return its answer. Raises RefusedError."""
        self._answer = asyncio.get_running_loop().create_future()
        self._awaited = awaited
        self._send(message)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._answer
        except TimeoutError:
            raise RefusedError("no answer") from None
        finally:
            self._answer = None

    def _send(self, message: Any) -> None:
        if self._line is not None:
            self._line.send(encode(message))

    # --- what arrives ------------------------------------------------------------------------

    def _hear(self, data: bytes) -> None:
        message = msgpack.unpackb(data, strict_map_key=False)
        tag = message[0]
        if tag in PLACES:
            self._tally.frames += 1
            self._tally.bytes += len(data)
            self._tally.sizes[len(data)] += 1
            self._see(message)
        elif tag == "error":
            self._hear_error(message)
        elif tag == "ended":
            self.run_is_over = True
        if self._answer is not None and not self._answer.done() and tag in self._awaited:
            self._answer.set_result(message)

    def _hear_error(self, message: list[Any]) -> None:
        if self._outcome is not None:
            if not self._outcome.done():
                self._outcome.set_result("over" if message[1] == "wrong_state" else "refused")
        elif self._answer is not None and not self._answer.done():
            self._answer.set_exception(RefusedError(f"{message[1]}: {message[2]}"))

    def _see(self, frame: list[Any]) -> None:
        """Read what became of the intent, and where stairs lead."""
        report, branches, stairs = (frame[place] for place in PLACES[frame[0]])
        if frame[0] == "key" and frame[FLOOR][0] != self._branch:
            self._branch, self.way_down = frame[FLOOR][0], None
        if branches:
            self._parents = {branch[0]: branch[1] for branch in branches}
        for x, y, branch in stairs or ():
            if self._parents.get(branch) == self._branch:
                self.way_down = (x, y)
        outcome = self._outcome
        if report is None or outcome is None or outcome.done():
            return
        if report[1] >= self._sequence and report[2] != "none":
            outcome.set_result(report[2])
