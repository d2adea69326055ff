"""Kill workers again and again while bots play in four runs, and count what was lost.

    cluster_kills.py [KILLS] [--results FILE]

A server of three workers hosts the runs. Each kill takes a worker that owns at least one. After the
round, every run is simulated from its first step and compared with all that any bot was shown.
Rounds of some 25 kills take three minutes; their figures add up in the file.
"""

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from cluster_host import ClusterHost, cluster_host
from rounds import add_round, arguments, percentile, total

from support.sessions.timed_bots import (
    all_play,
    links_of,
    missing,
    not_received,
    parties,
    shown_after,
)

WORKERS: Final = 3
RUNS: Final = 4
BOTS: Final = 2
KILLS: Final = 20
LONGEST_SECONDS: Final = 1.5
"""Of play between two kills; the moment is drawn from none to this."""
PATIENCE_SECONDS: Final = 15.0
"""After which a bot that is shown nothing counts with all of this."""
GOAL_SECONDS: Final = 3.0


async def torment(host: ClusterHost, kills: int) -> dict[str, Any]:
    """Kill workers; return the figures of the round."""
    shown: list[float] = []
    stuck = unanswered = 0
    async with parties(host.address, RUNS, BOTS) as playing:
        for _ in range(kills):
            await playing.fill(RUNS)
            stuck += not await all_play(playing.on)
            await asyncio.to_thread(host.wait_until_whole)
            owned = await asyncio.to_thread(host.owned)
            victim = random.choice([each.node for each in owned])
            moved = {each.session for each in owned if each.node == victim}
            await asyncio.sleep(random.uniform(0.0, LONGEST_SECONDS))
            affected = links_of(party for party in playing.on if party.session in moved)
            for link in affected:
                link.begin()
            began = time.monotonic()
            os.kill(host.workers()[victim], signal.SIGKILL)
            shown += await shown_after(affected, began, PATIENCE_SECONDS)
            unanswered += await not_received(affected, PATIENCE_SECONDS)
        await asyncio.to_thread(host.stop)
        gone = missing(host.folder, playing.all)
        links = links_of(playing.all)
        return {
            "kills": kills,
            "runs": len(playing.all),
            "lost": gone,
            "unverified": host.verified(),
            "shown": shown,
            "unanswered": unanswered,
            "stuck": stuck,
            "forgotten": sum(link.tokens.forgotten for link in links),
            "settled": sum(link.settled for link in links),
        }


def tell(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say."""
    shown = total(rounds, "shown")
    print(
        f"{total(rounds, 'kills')} kills of {WORKERS} workers, {BOTS} bots in each of {RUNS} runs"
    )
    print(f"  {total(rounds, 'settled')} actions answered, {len(total(rounds, 'lost'))} lost")
    print(f"  runs that don't verify: {len(total(rounds, 'unverified'))}")
    print(f"  tokens forgotten: {total(rounds, 'forgotten')}; never back: {total(rounds, 'stuck')}")
    shares = ", ".join(f"{percentile(shown, share):.2f}" for share in (0.5, 0.9, 0.99, 1.0))
    print(f"  actions that no run received: {total(rounds, 'unanswered')}")
    print(f"  bots were shown their game again after {shares} s (p50, p90, p99, longest)")
    print(f"  goal: nothing lost, {GOAL_SECONDS} s at p99")


def main() -> int:
    """Run a round and print all; return 1 when anything was lost."""
    chosen = arguments("cluster_kills", KILLS, "kills")
    with (
        tempfile.TemporaryDirectory() as folder,
        cluster_host(Path(folder), WORKERS) as host,
    ):
        figures = asyncio.run(torment(host, chosen.count))
    for each in figures["lost"][:20]:
        print(f"    {each}")
    tell(add_round(chosen.results, figures))
    return 1 if figures["lost"] or figures["unverified"] or figures["forgotten"] else 0


if __name__ == "__main__":
    sys.exit(main())
