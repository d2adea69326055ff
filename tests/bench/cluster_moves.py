"""Move runs from worker to worker while bots play and others watch, and count what they saw.

    cluster_moves.py [MOVES] [--postgres] [--results FILE]

A server of three workers hosts two runs. Their bots and spectators are on every worker. Nobody may
lose its connection, no action may stay unanswered, and no hero may fall asleep.
"""

import asyncio
import random
import sys
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from cluster_host import Host, chosen_host, process_of
from rounds import add_round, arguments, percentile, total
from websockets.exceptions import ConnectionClosed

from support.gateway.raw_clients import Client, guest
from support.sessions.remembering_bots import all_harms
from support.sessions.timed_bots import (
    Parties,
    all_play,
    links_of,
    missing,
    not_received,
    parties,
    shown_after,
    within,
)
from undertide_shared.messages import Watch

WORKERS: Final = 3
RUNS: Final = 2
BOTS: Final = 6
"""Of each run: enough that each worker is the front of some."""
WATCHERS: Final = 9
MOVES: Final = 25
LONGEST_SECONDS: Final = 1.0
PATIENCE_SECONDS: Final = 10.0
GOAL_MS: Final = 300.0


class Watchers:
    """Spectators of one session, who only count what comes to them."""

    def __init__(self) -> None:
        self.frames: list[int] = []
        self.closed = 0

    async def watch(self, client: Client, session: str) -> None:
        """Take what comes to one spectator until the connection is closed."""
        number = len(self.frames)
        self.frames.append(0)
        await client.send(Watch(session, f"Watcher {number}"))
        with suppress(ConnectionClosed):
            async for _ in client.connection:
                self.frames[number] += 1
        self.closed += 1


async def torment(host: Host, moves: int) -> dict[str, Any]:
    """Move runs; return the figures of the round."""
    pauses: list[float] = []
    unanswered = 0
    async with AsyncExitStack() as stack:
        playing = await stack.enter_async_context(parties(host.address, RUNS, BOTS))
        watchers = Watchers()
        fronts = await _let_watch(stack, host, playing, watchers)
        watched = list(playing.all)
        stuck = int(not await all_play(playing.on))
        closed = sum(link.closed for link in links_of(playing.all))
        for _ in range(moves):
            await playing.fill(RUNS)
            await asyncio.sleep(random.uniform(0.0, LONGEST_SECONDS))
            owned = random.choice(await asyncio.to_thread(host.owned))
            there = random.choice([each for each in host.workers() if each != owned.node])
            moved = links_of(each for each in playing.on if each.session == owned.session)
            for link in moved:
                link.begin()
            began = time.monotonic()
            pauses.append(await asyncio.to_thread(host.move, owned.run, there))
            await shown_after(moved, began, PATIENCE_SECONDS)
            unanswered += await not_received(moved, PATIENCE_SECONDS)
        before = list(watchers.frames)
        stuck += not await within(
            PATIENCE_SECONDS,
            lambda: all(
                now > before[number] or watched[number % RUNS].is_over
                for number, now in enumerate(watchers.frames)
            ),
        )
        links = links_of(playing.all)
        figures = {
            "moves": moves,
            "pauses": pauses,
            "closed": sum(link.closed for link in links) - closed + watchers.closed,
            "unanswered": unanswered + sum(link.lost_actions for link in links),
            "fronts": len(fronts),
            "stuck": stuck,
            "harmed": await asyncio.to_thread(all_harms, host.store),
        }
        await asyncio.to_thread(host.stop)
        return figures | {
            "lost": missing(host.store, playing.all),
            "unverified": host.verified(),
        }


async def _let_watch(
    stack: AsyncExitStack, host: Host, playing: Parties, watchers: Watchers
) -> set[int]:
    """Let spectators come; return the processes that hold their connections."""
    group = await stack.enter_async_context(asyncio.TaskGroup())
    fronts = set()
    for number in range(WATCHERS):
        client = await stack.enter_async_context(guest(host.address))
        fronts.add(process_of(client.connection.local_address[1], host.workers().values()))
        group.create_task(watchers.watch(client, playing.all[number % RUNS].session))
    return fronts


def tell(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say."""
    pauses = total(rounds, "pauses")
    print(
        f"{total(rounds, 'moves')} moves, {BOTS} bots in each of {RUNS} runs, {WATCHERS} watchers"
    )
    print(f"  connections closed: {total(rounds, 'closed')}")
    print(f"  actions never answered: {total(rounds, 'unanswered')}")
    print(f"  living heroes asleep or link-dead: {total(rounds, 'harmed')}")
    print(f"  members who never got on: {total(rounds, 'stuck')}")
    print(f"  shown and lost: {len(total(rounds, 'lost'))}")
    print(f"  runs that don't verify: {len(total(rounds, 'unverified'))}")
    shares = ", ".join(f"{percentile(pauses, share):.0f}" for share in (0.5, 0.9, 0.99, 1.0))
    print(f"  pause {shares} ms (p50, p90, p99, longest); goal: {GOAL_MS:.0f} ms at p99")


def main() -> int:
    """Run a round and print all; return 1 when anybody noticed more than a pause."""
    chosen = arguments("cluster_moves", MOVES, "moves")
    with chosen_host(chosen, WORKERS) as host:
        figures = asyncio.run(torment(host, chosen.count))
    tell(add_round(chosen.results, figures))
    noticed = ("closed", "unanswered", "harmed", "stuck", "lost", "unverified")
    return 1 if any(figures[each] for each in noticed) else 0


if __name__ == "__main__":
    sys.exit(main())
