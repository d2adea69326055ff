"""What the time from an action to its frame comes to for others while one address is greedy.

A real `undertide serve`. A few players, each from an address of its own and alone in a session, ask
one action after another in turns, so nobody waits for a beat. They do so in rounds, now alone and
now beside an address that asks for all that it may: see `greedy_address`.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from latency import ask
from workers import Worker

from support.gateway.raw_clients import Client, new_session, player

PLAYERS: Final = 24
ROUNDS: Final = 2
"""Of each kind, one after the other."""
ACTIONS: Final = 60
"""Of each player in a round."""
BETWEEN_SECONDS: Final = 0.12
"""From an answer to the next action, on average."""
WAYS: Final = ("lobby", "explore", "say", "steps")
SETTINGS: Final = (
    "[limits]\nhandshake_seconds = 60.0\nsessions = 1000\nsessions_per_second = 1000\n"
)
MS: Final = 1000.0


def main() -> None:
    """Measure and print."""
    print(f"Fairness: {PLAYERS} players in turns, {ROUNDS * ACTIONS} actions each")
    for way in sys.argv[1:] or WAYS:
        with tempfile.TemporaryDirectory() as config:
            (Path(config) / "server.toml").write_text(SETTINGS, encoding="utf-8")
            serve = ("metered_server.py", "undertide", "serve", "--port", "0", "--config", config)
            with Worker(*serve) as server:
                alone, beside, load = asyncio.run(measure(server, way))
        told = f"p50 {_percent(alone, 50):5.2f} -> {_percent(beside, 50):5.2f} ms"
        ratio = _percent(beside, 99) / _percent(alone, 99)
        told += (
            f", p99 {_percent(alone, 99):6.2f} -> {_percent(beside, 99):6.2f} ms, ratio {ratio:.2f}"
        )
        print(f"  beside {way:8} {told}; the server uses {load:.0%} of a core", flush=True)


async def measure(server: Worker, way: str) -> tuple[list[float], list[float], float]:
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
            alone += await asked(players, first)
            with Worker("greedy_address.py", address, way) as greedy:
                await asyncio.to_thread(greedy.ask, "busy")
                began, used = time.perf_counter(), server.ask("cpu")
                beside += await asked(players, first + ACTIONS)
                load.append((server.ask("cpu") - used) / (time.perf_counter() - began))
            await asyncio.sleep(2.0)
    return alone, beside, statistics.mean(load)


async def asked(players: list[Client], first: int) -> list[float]:
    """Let all players act; return the seconds of each action."""
    took = await asyncio.gather(
        *(ask(client, first, ACTIONS, BETWEEN_SECONDS) for client in players)
    )
    return [each for one in took for each in one]


def _percent(seconds: list[float], percent: int) -> float:
    """Return a percentile in milliseconds."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] * MS


if __name__ == "__main__":
    main()
