"""The time from an action to its frame, while many watch its player or one address is greedy.

    answer_times.py watched        500 spectators look through the hero's eyes
    answer_times.py greedy [WAY …] beside an address that asks for all that it may

Players of a real `undertide serve` ask one action after another in turns, so nobody waits for a
beat. `watched`: one at each of two servers, of which one has the spectators; each answer brings
each of them a frame. `greedy`: a few players, each from an address of its own and alone in a
session, now alone and now beside the address: see `greedy_address`.
"""

import asyncio
import random
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from rounds import percentile
from workers import Worker, wait_until

from support.gateway.raw_clients import Client, new_session, player
from undertide_shared.messages import Act, Climb, Delta

SERVE: Final = ("metered_server.py", "undertide", "serve", "--port", "0", "--pace", "auto")
WATCHERS: Final = 500
SETTLE_SECONDS: Final = 2.0
TURNS: Final = 20
INTENTS: Final = 10
"""Of the player in a turn at one of the two servers."""
BETWEEN_SECONDS: Final = 0.05
"""From an answer to the next action, on average: a server turns down more than 30 a second."""
WATCHED_SETTINGS: Final = """
[limits]
connections_per_address = 1000
connections_per_second = 1000

[pace]
steps_per_second = 1000
"""
"""All come from this machine, and the player acts as fast as it is answered."""
PLAYERS: Final = 24
ROUNDS: Final = 2
"""Alone and beside the greedy address, one after the other."""
ACTIONS: Final = 60
"""Of each player in a round."""
GREEDY_BETWEEN_SECONDS: Final = 0.12
WAYS: Final = ("lobby", "explore", "say", "steps")
GREEDY_SETTINGS: Final = (
    "[limits]\nhandshake_seconds = 60.0\nsessions = 1000\nsessions_per_second = 1000\n"
)
MS: Final = 1000.0


def main() -> None:
    """Measure one of the two and print."""
    match sys.argv[1:]:
        case ["watched"]:
            _tell_watched()
        case ["greedy", *ways]:
            _tell_greedy(ways or WAYS)
        case _:
            sys.exit(__doc__)


async def times_of(client: Client, first: int, number: int, between_seconds: float) -> list[float]:
    """Let a player ask actions that are answered at once, one after another.

    Return the seconds of each. `first` is the first sequence, and `between_seconds` the average
    time from an answer to the next action.
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


# --- spectators ---------------------------------------------------------------------------------


def _tell_watched() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "server.toml").write_text(WATCHED_SETTINGS, encoding="utf-8")
        serve = (*SERVE, "--config", str(folder))
        servers = [stack.enter_context(Worker(*serve)) for _ in range(2)]
        watchers = stack.enter_context(Worker("watcher_crowd.py", servers[0].address()))
        watched, alone = asyncio.run(_watched(servers, watchers))
        frames = watchers.ask("counts")["frames"]
    print(f"Watched: a player in turns, {TURNS * INTENTS} intents at each of two servers")
    for what, seconds in (("nobody", alone), (str(WATCHERS), watched)):
        p50, p99 = (percentile(seconds, share) * MS for share in (0.5, 0.99))
        print(f"  {what:>6} watching: median {p50:5.2f} ms, 99% {p99:5.2f} ms")
    added = statistics.median(watched) - statistics.median(alone)
    print(f"  {frames} frames reached watchers; the median answer took {added * MS:+.2f} ms")


async def _watched(servers: list[Worker], watchers: Worker) -> tuple[list[float], list[float]]:
    """Return how long intents took where many watch, and where nobody does."""
    took: tuple[list[float], list[float]] = [], []
    async with AsyncExitStack() as stack:
        players: list[Client] = []
        for server in servers:
            session = await new_session(server.address())
            players.append(
                await stack.enter_async_context(player(server.address(), session, "Ann"))
            )
        watchers.ask("more", number=WATCHERS, seat=0)
        await asyncio.to_thread(wait_until, watchers, "watching", WATCHERS)
        await asyncio.sleep(SETTLE_SECONDS)
        for turn in range(TURNS):
            for one, times in zip(players, took, strict=True):
                times.extend(await times_of(one, turn * INTENTS + 1, INTENTS, BETWEEN_SECONDS))
    return took


# --- a greedy address ---------------------------------------------------------------------------


def _tell_greedy(ways: tuple[str, ...] | list[str]) -> None:
    print(f"Fairness: {PLAYERS} players in turns, {ROUNDS * ACTIONS} actions each")
    for way in ways:
        with tempfile.TemporaryDirectory() as config:
            (Path(config) / "server.toml").write_text(GREEDY_SETTINGS, encoding="utf-8")
            with Worker(*SERVE, "--config", config) as server:
                alone, beside, load = asyncio.run(_beside_greedy(server, way))
        p50, p50_beside, p99, p99_beside = (
            percentile(times, share) * MS for share in (0.5, 0.99) for times in (alone, beside)
        )
        print(f"  beside {way:8} p50 {p50:5.2f} -> {p50_beside:5.2f} ms", end="")
        print(f", p99 {p99:6.2f} -> {p99_beside:6.2f} ms, ratio {p99_beside / p99:.2f}", end="")
        print(f"; the server uses {load:.0%} of a core", flush=True)


async def _beside_greedy(server: Worker, way: str) -> tuple[list[float], list[float], float]:
    """Return how long actions took alone and beside a greedy address, and the server's load."""
    alone: list[float] = []
    beside: list[float] = []
    load: list[float] = []
    address = server.address()
    async with AsyncExitStack() as stack:
        players = []
        for number in range(PLAYERS):
            own = {"local_addr": (f"127.0.1.{number + 1}", 0)}
            session = await new_session(address, "tutorial", "auto", **own)
            players.append(await stack.enter_async_context(player(address, session, "Ann", **own)))
        for turn in range(ROUNDS):
            first = turn * 2 * ACTIONS + 1
            alone += await _all_times(players, first)
            with Worker("greedy_address.py", address, way) as greedy:
                await asyncio.to_thread(greedy.ask, "busy")
                began, used = time.perf_counter(), server.ask("cpu")
                beside += await _all_times(players, first + ACTIONS)
                load.append((server.ask("cpu") - used) / (time.perf_counter() - began))
            await asyncio.sleep(SETTLE_SECONDS)
    return alone, beside, statistics.mean(load)


async def _all_times(players: list[Client], first: int) -> list[float]:
    """Let all players act; return the seconds of each action."""
    took = await asyncio.gather(
        *(times_of(client, first, ACTIONS, GREEDY_BETWEEN_SECONDS) for client in players)
    )
    return [each for one in took for each in one]


if __name__ == "__main__":
    main()
