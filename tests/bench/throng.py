"""Players that cost their own process little: `throng.py ADDRESS human|bots`.

Each has a connection, an address and a hero of its own, and comes back with a new hero when its own
has died. Its mind is one of `players`.

Questions: "want" with a `number` of players and how many are `together` in a session, to let more
players come or some go; "counts"; "begin", to measure from now on; "latencies", in milliseconds,
and "sizes" of frames, both since then.
"""

import asyncio
import random
import sys
import time
from collections import Counter
from itertools import count
from typing import Any, Final

from answering import answer
from players import MINDS, Outcome, Player
from seat import RefusedError, Seat, address_of

from undertide_shared.messages import Act, Create

ARRIVAL_SECONDS: Final = 0.01
"""Between two players who come."""
AGAIN_SECONDS: Final = 2.0
"""Until a player asks for a place again that was refused one."""


class Party:
    """The players of one session, and of the next one when their run is over."""

    def __init__(self, throng: "Throng", number: int, size: int) -> None:
        self.session = ""
        self.number = number
        self.size = size
        self.tasks: list[asyncio.Task[None]] = []
        self._throng = throng
        self._names = count(1)
        self._making = asyncio.Lock()

    def next_name(self) -> str:
        """Return a name that nobody in this party has had."""
        return f"P{next(self._names)}"

    async def move_from(self, session: str) -> None:
        """Make another session, unless one of the party has done so since `session`."""
        async with self._making:
            if self.session == session:
                self.session = await self._throng.make_session()


class Throng:
    """All players of this process."""

    def __init__(self, address: str, kind: str) -> None:
        self.frames = 0
        self.bytes = 0
        self.sizes: Counter[int] = Counter()
        self.latencies: list[float] = []
        self.living = 0
        self.intents = 0
        self.deaths = 0
        self.faults: Counter[str] = Counter()
        self._address = address
        self._mind = MINDS[kind]
        self._loop = asyncio.get_running_loop()
        self._playing = 0
        self._parties: list[Party] = []
        self._players = count()
        self._coming: asyncio.Future[None] | None = None

    # --- questions ---------------------------------------------------------------------------

    def counts(self, _details: dict[str, Any]) -> dict[str, Any]:
        """Return what there is and what came so far."""
        return {
            "playing": self._playing,
            "living": self.living,
            "frames": self.frames,
            "bytes": self.bytes,
            "intents": self.intents,
            "deaths": self.deaths,
            "faults": dict(self.faults),
            "cpu": time.process_time(),
        }

    def begin(self, _details: dict[str, Any]) -> None:
        """Forget the latencies and sizes so far."""
        self.latencies = []
        self.sizes = Counter()

    def told_latencies(self, _details: dict[str, Any]) -> list[float]:
        """Return how long the answers to intents took, in milliseconds."""
        return [round(seconds * 1000, 2) for seconds in self.latencies]

    def told_sizes(self, _details: dict[str, Any]) -> dict[int, int]:
        """Return how often each size of frame came."""
        return dict(self.sizes)

    def want(self, details: dict[str, Any]) -> int:
        """Let players come or go; return how many there are then. They have come by then."""
        coming = self._want(details["number"], details["together"])
        return asyncio.run_coroutine_threadsafe(coming, self._loop).result()

    # --- who comes and goes ------------------------------------------------------------------

    async def _want(self, number: int, together: int) -> int:
        while self._parties and self._size() > number:
            party = self._parties.pop()
            for task in party.tasks:
                task.cancel()
            await asyncio.wait(party.tasks)
        while self._size() < number:
            party = Party(self, len(self._parties), min(together, number - self._size()))
            self._parties.append(party)
            party.session = await self.make_session()
            for _ in range(party.size):
                party.tasks.append(asyncio.create_task(self._play(party)))
                await asyncio.sleep(ARRIVAL_SECONDS)
        return self._size()

    def _size(self) -> int:
        return sum(party.size for party in self._parties)

    async def make_session(self) -> str:
        """Make a session in real time and return its id."""
        while True:
            seat = await self._seat(next(self._players))
            try:
                return await seat.make(Create("", "real"))
            except RefusedError as refusal:
                self.faults[str(refusal)] += 1
                await asyncio.sleep(AGAIN_SECONDS)
            finally:
                seat.close()

    async def _seat(self, number: int) -> Seat:
        """Connect from the address of a player until the server lets it in."""
        while True:
            try:
                return await Seat.taken(self, self._address, address_of(number))
            except (OSError, TimeoutError, RefusedError) as fault:
                self.faults[f"not let in: {type(fault).__name__} {fault}"] += 1
                await asyncio.sleep(AGAIN_SECONDS)

    # --- one player --------------------------------------------------------------------------

    async def _play(self, party: Party) -> None:
        number = next(self._players)
        seat = await self._seat(number)
        self._playing += 1
        try:
            while seat.is_open:
                await self._live(party, seat, random.Random(number))
            self.faults["connection ended"] += 1
        finally:
            self._playing -= 1
            seat.leave()
            seat.close()

    async def _live(self, party: Party, seat: Seat, chance: random.Random) -> None:
        """Play one hero until it dies; then leave its place."""
        session = party.session
        try:
            await seat.join(session, party.next_name())
        except RefusedError as refusal:
            self.faults[str(refusal)] += 1
            await asyncio.sleep(AGAIN_SECONDS)
            await party.move_from(session)
            return
        mind = self._mind(chance)
        self.living += 1
        try:
            await self._act(seat, mind)
        finally:
            self.living -= 1
        self.deaths += 1
        await asyncio.sleep(mind.choose("over", None).seconds)
        seat.leave()
        if seat.run_is_over:
            await party.move_from(session)

    async def _act(self, seat: Seat, mind: Player) -> None:
        """Act as a mind chooses, until its hero is dead."""
        outcome: Outcome = "done"
        for sequence in count(1):
            choice = mind.choose(outcome, seat.way_down)
            await asyncio.sleep(choice.seconds)
            assert choice.intent is not None
            self.intents += 1
            outcome = await seat.ask(Act(sequence, choice.intent), sequence)
            if outcome == "over" or not seat.is_open:
                return


async def main(address: str, kind: str) -> None:
    """Do what is asked for until the process is ended."""
    throng = Throng(address, kind)
    answer(
        {
            "counts": throng.counts,
            "want": throng.want,
            "begin": throng.begin,
            "latencies": throng.told_latencies,
            "sizes": throng.told_sizes,
        }
    )
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
