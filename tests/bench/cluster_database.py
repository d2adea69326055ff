"""Stop the database of a cluster under load, and count what was lost.

    cluster_database.py [RESTARTS] [--results FILE]

Three nodes host four runs with bots over a PostgreSQL server, which is ended again and again, in
turn as its operator would and as a crash does, and started after a moment. Every run must go on
where it was, at its owner. Rounds add up in the file.
"""

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from cluster_host import PostgresHost, postgres_host
from rounds import add_round, arguments, percentile, total

from support.sessions.timed_bots import (
    Parties,
    all_play,
    links_of,
    missing,
    not_received,
    parties,
    shown_after,
)

NODES: Final = 3
RUNS: Final = 4
BOTS: Final = 2
RESTARTS: Final = 10
LONGEST_SECONDS: Final = 1.5
"""Of play between two restarts; the moment is drawn from none to this."""
LONGEST_OUTAGE_SECONDS: Final = 4.0
"""For which the database is away besides its own start: shorter and longer than a lease."""
PATIENCE_SECONDS: Final = 20.0
GOAL_SECONDS: Final = 2.0


async def restarts(count: int) -> dict[str, Any]:
    """Restart the database under load; return the figures of the round."""
    shown: list[float] = []
    taken = stuck = unanswered = 0
    with tempfile.TemporaryDirectory() as folder, postgres_host(Path(folder), NODES) as host:
        async with parties(host.address, RUNS, BOTS) as playing:
            for number in range(count):
                await playing.fill(RUNS)
                stuck += not await all_play(playing.on)
                await asyncio.sleep(random.uniform(0.0, LONGEST_SECONDS))
                before = host.owned()
                shown += await _restart(host, playing, kill=bool(number % 2))
                unanswered += await not_received(links_of(playing.on), PATIENCE_SECONDS)
                owners = {each.run: each for each in host.owned()}
                taken += sum(owners.get(each.run, each) != each for each in before)
            await asyncio.to_thread(host.stop)
            return {
                "restarts": count,
                "runs": len(playing.all),
                "lost": missing(host.store, playing.all),
                "unverified": host.verified(),
                "shown": shown,
                "taken": taken,
                "stuck": stuck,
                "unanswered": unanswered,
                "settled": sum(link.settled for link in links_of(playing.all)),
            }


async def _restart(host: PostgresHost, playing: Parties, *, kill: bool) -> list[float]:
    """End the database and start it; return after what time each bot was shown something again."""
    if kill:
        host.server.kill()
    else:
        host.server.stop()
    await asyncio.sleep(random.uniform(0.0, LONGEST_OUTAGE_SECONDS))
    links = links_of(playing.on)
    for link in links:
        link.begin()
    host.server.start()
    return await shown_after(links, time.monotonic(), PATIENCE_SECONDS)


def tell(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say."""
    shown = total(rounds, "shown")
    print(f"{total(rounds, 'restarts')} restarts of the database of {NODES} nodes, {RUNS} runs")
    print(f"  {total(rounds, 'settled')} actions answered, {len(total(rounds, 'lost'))} lost")
    print(f"  runs that don't verify: {len(total(rounds, 'unverified'))}")
    print(f"  runs that another node took: {total(rounds, 'taken')}")
    print(f"  actions that no run received: {total(rounds, 'unanswered')}")
    print(f"  bots that never came back: {total(rounds, 'stuck')}")
    shares = ", ".join(f"{percentile(shown, share):.2f}" for share in (0.5, 0.9, 0.99, 1.0))
    print(f"  on after the database answered: {shares} s (p50, p90, p99, longest)")
    print(f"  goal: nothing lost or taken, {GOAL_SECONDS} s")


def main() -> int:
    """Run a round and print all; return 1 when anything was lost or taken."""
    chosen = arguments("cluster_database", RESTARTS, "restarts")
    figures = asyncio.run(restarts(chosen.count))
    tell(add_round(chosen.results, figures))
    for each in figures["lost"][:20]:
        print(f"    {each}")
    return 1 if any(figures[each] for each in ("lost", "unverified", "taken")) else 0


if __name__ == "__main__":
    sys.exit(main())
