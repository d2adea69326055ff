"""Whether five hundred watchers of a run change the latency of its player.

Two real `undertide serve`. At each a player asks one intent after another, in turns, so that nobody
waits for a beat: now at one, now at the other. The run at one of them has watchers, all through its
hero's eyes; each answer brings each of them a frame.
"""

import asyncio
import statistics
import sys
import tempfile
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from latency import ask
from workers import Worker, wait_until

from support.gateway.raw_clients import Client, new_session, player

WATCHERS: Final = 500
ROUNDS: Final = 20
INTENTS: Final = 10
SETTLE_SECONDS: Final = 2.0
SERVE: Final = ("metered_server.py", "undertide", "serve", "--port", "0", "--pace", "auto")
LIMITS: Final = """
[limits]
connections_per_address = 1000
connections_per_second = 1000

[pace]
steps_per_second = 1000
"""
"""All come from this machine, and the player acts as fast as it is answered."""
MS: Final = 1000.0


def main() -> None:
    """Measure and print."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "server.toml").write_text(LIMITS)
        serve = (*SERVE, "--config", str(folder))
        servers = [stack.enter_context(Worker(*serve)) for _ in range(2)]
        watchers = stack.enter_context(Worker("watcher_crowd.py", servers[0].address()))
        watched, alone = asyncio.run(measure(servers, watchers))
        frames = watchers.ask("counts")["frames"]
    print(f"Watched: a player in turns, {ROUNDS * INTENTS} intents at each of two servers")
    _tell("nobody watching", alone)
    _tell(f"{WATCHERS} watching", watched)
    added = statistics.median(watched) - statistics.median(alone)
    print(f"  {frames} frames reached watchers; the median answer took {added * MS:+.2f} ms")


async def measure(servers: list[Worker], watchers: Worker) -> tuple[list[float], list[float]]:
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
        for turn in range(ROUNDS):
            for one, times in zip(players, took, strict=True):
                times.extend(await ask(one, turn * INTENTS + 1, INTENTS))
    return took


def _tell(what: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    p99 = ordered[len(ordered) * 99 // 100]
    print(f"  {what:18} median {statistics.median(ordered) * MS:5.2f} ms, 99% {p99 * MS:5.2f} ms")


if __name__ == "__main__":
    main()
