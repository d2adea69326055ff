"""What durability adds to the time from an intent to the frame that shows its effect.

Two real `undertide serve`, one with `--data` and one without. A few players, alone in sessions of
their own, ask one intent after another in turns, so nobody waits for a beat, now at one server and
now at the other. Beside that stands what a commit takes on this disk: one step, written alone.
"""

import asyncio
import random
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from workers import Worker

from support.gateway.raw_clients import Client, new_session, player
from support.sessions.kept_runs import header, ticks
from undertide_server.store.durable import COMMIT_EVERY_SECONDS
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
)
from undertide_shared.messages import Act, Climb, Delta

PLAYERS: Final = 4
ROUNDS: Final = 10
INTENTS: Final = 10
"""Of each player in a round."""
BETWEEN_SECONDS: Final = 0.05
"""From an answer to the next intent, on average: a server turns down more than 30 a second."""
COMMITS: Final = 400
SERVE: Final = ("metered_server.py", "undertide", "serve", "--port", "0", "--pace", "auto")
SETTINGS: Final = "[pace]\nsteps_per_second = 1000\n"
"""A hero alone may act as fast as it is answered."""
MS: Final = 1000.0


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as scratch:
        commit = commit_seconds(Path(scratch))
        (Path(scratch) / "server.toml").write_text(SETTINGS, encoding="utf-8")
        serve = (*SERVE, "--config", scratch)
        with Worker(*serve, "--data", data) as durable, Worker(*serve) as memory:
            addresses = durable.address(), memory.address()
            one, other = asyncio.run(measure(*addresses))
    print(f"Latency: {PLAYERS} players in turns, {ROUNDS * INTENTS} intents each")
    _tell("a commit alone", commit)
    _tell("intent to frame, in memory", other)
    _tell("intent to frame, durable", one)
    added = statistics.median(one) - statistics.median(other)
    turn = COMMIT_EVERY_SECONDS + statistics.median(commit)
    print(f"  a turn of the committer, which all share, is {turn * MS:.1f} ms at the most")
    print(f"  added {added * MS:.1f} ms: {added / turn:.1f} such turns (goal: at most 2)")


def commit_seconds(folder: Path) -> list[float]:
    """Return how long single commits take that write one step."""
    writer = Writer(folder)
    writer.apply([Begun(header())])
    took: list[float] = []
    for step in range(1, COMMITS + 1):
        began = time.perf_counter()
        writer.apply([Appended("r1", ticks(step, 1), (), step)])
        took.append(time.perf_counter() - began)
    writer.close()
    return took


async def measure(durable: str, memory: str) -> tuple[list[float], list[float]]:
    """Return how long intents took at each of two servers."""
    took: tuple[list[float], list[float]] = [], []
    async with AsyncExitStack() as stack:
        parties = [
            [
                await stack.enter_async_context(player(address, await new_session(address), "Ann"))
                for _ in range(PLAYERS)
            ]
            for address in (durable, memory)
        ]
        for turn in range(ROUNDS):
            for party, times in zip(parties, took, strict=True):
                first = turn * INTENTS + 1
                asked = await asyncio.gather(*(ask(client, first, INTENTS) for client in party))
                times += [each for one in asked for each in one]
    return took


async def ask(
    client: Client, first: int, number: int, between_seconds: float = BETWEEN_SECONDS
) -> list[float]:
    """Ask intents that are answered at once, one after another; return the seconds of each.

    `between_seconds` is the average time from an answer to the next intent.
    """
    took: list[float] = []
    for sequence in range(first, first + number):
        await asyncio.sleep(random.uniform(0.5, 1.5) * between_seconds)
        began = time.perf_counter()
        await client.send(Act(sequence, Climb()))
        while True:
            report = (await client.until(Delta)).intent
            if report is not None and report.sequence == sequence and report.outcome != "waiting":
                break
        took.append(time.perf_counter() - began)
    return took


def _tell(what: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    worst = ordered[len(ordered) * 95 // 100]
    print(f"  {what:28} median {statistics.median(ordered) * MS:5.2f} ms, 95% {worst * MS:5.2f} ms")


if __name__ == "__main__":
    main()
