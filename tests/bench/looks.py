"""What an operator's looks add to the beats of players: a run of eight bots in a keep, among many.

    looks.py [PLAYERS]

A real `undertide serve --data` on one core, where its process for looks runs too, plays in real
time. Slices with looks, one after the other without a pause, take turns with slices without any.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Final

from interleaving import (
    CROWD_CORE,
    SERVER_CORE,
    SETTINGS,
    Side,
    Slice,
    end_cleanly,
    lateness_in_metrics,
)
from knee import Lateness
from workers import REAL, Worker, wait_until

from undertide_client.net.one_shot import OneShotConnection
from undertide_client.net.pages import all_sessions
from undertide_shared.data_folder import read_key
from undertide_shared.messages import ListSessions, Looked, LookInto, Sessions

PLAYERS: Final = 200
TOGETHER: Final = 4
BOTS: Final = 8
TURNS: Final = 6
SECONDS: Final = 6.0
WARM_SECONDS: Final = 20.0
"""For which the eight bots play first: a run that is worth a look."""
BACK: Final = 100
"""Steps that a look goes back at most."""


class Looking:
    """An operator who looks, again and again, while `looks` is entered."""

    def __init__(self, address: str, folder: Path) -> None:
        self._address = address
        self._key = read_key(folder)
        self.times: list[float] = []
        """Seconds of each look."""

    @contextmanager
    def looks(self) -> Iterator[None]:
        """Look at the run with most players, now and at earlier steps, until the context ends."""
        ended = Event()
        thread = Thread(target=lambda: asyncio.run(self._look_until(ended)))
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    async def _look_until(self, ended: Event) -> None:
        async with OneShotConnection.to(self._address) as one_shot:
            await one_shot.show_key(self._key)
            sessions = await all_sessions(
                lambda skip: one_shot.request_answer(ListSessions(skip), Sessions)
            )
            session = max(sessions, key=lambda each: each.heroes).session
            back = 0
            while not ended.is_set():
                began = time.monotonic()
                told = await one_shot.request_answer(self._wanted(session, back), Looked)
                self.times.append(time.monotonic() - began)
                back = (back + 7) % BACK
                self._last = int(told.data.partition('"last":')[2].partition(",")[0])
                await asyncio.sleep(0.3)  # No more than the rates of a connection allow.

    _last = 0

    def _wanted(self, session: str, back: int) -> LookInto:
        """Return a look at the present, or at an earlier step with what changed before it."""
        if back == 0 or self._last <= BACK + 10:
            return LookInto(session, floor=1)
        return LookInto(session, self._last - back, self._last - back - 10)


def main() -> None:
    """Measure and print."""
    players = int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS
    end_cleanly()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "server.toml").write_text(SETTINGS, encoding="utf-8")
        words = ("undertide", "serve", "--port", "0", *REAL, "--preset", "keep")
        kept = ("--config", str(folder), "--data", str(folder))
        server = stack.enter_context(Worker("metered_server.py", *words, *kept, core=SERVER_CORE))
        address = server.address()
        bots = stack.enter_context(Worker("bot_crowd.py", address, "1", str(BOTS), core=CROWD_CORE))
        wait_until(bots, "playing", BOTS)
        crowd = stack.enter_context(Worker("throng.py", address, "human", core=CROWD_CORE))
        side = Side("server", server, crowd, TOGETHER, lateness_in_metrics)
        looking = Looking(address, folder)
        quiet, looked = [], []
        with side.running():
            side.become(players)
            time.sleep(WARM_SECONDS)
            for _ in range(TURNS):
                quiet.append(side.measure(SECONDS))
                with looking.looks():
                    looked.append(side.measure(SECONDS))
    print(f"Looks: {BOTS} bots in a keep, {players} players, in {TURNS} turns of {SECONDS:.0f} s")
    for name, slices in (("without", quiet), ("with", looked)):
        _tell_slices(name, slices)
    pairs = zip(quiet, looked, strict=True)
    ratios = [after.cpu / before.cpu for before, after in pairs]
    print(f"  CPU of the server itself, with by without: {statistics.median(ratios):.3f}")
    times = sorted(looking.times)
    print(
        f"  {len(times)} looks: median {statistics.median(times):.2f} s, longest {times[-1]:.2f} s"
    )


def _tell_slices(name: str, slices: list[Slice]) -> None:
    late = slices[0].late
    for each in slices[1:]:
        late += each.late
    beats = late.counts[float("inf")]
    print(
        f"  {name:8} {statistics.median(each.cores for each in slices):5.2f} cores,"
        f" {beats:.0f} beats late by {_quantiles(late)} ms (p50, p90, p99)"
    )


def _quantiles(late: Lateness) -> str:
    return ", ".join(f"{1000 * late.quantile(share):.1f}" for share in (0.5, 0.9, 0.99))


if __name__ == "__main__":
    main()
