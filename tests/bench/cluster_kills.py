"""Kill nodes again and again while bots play in four runs, and count what was lost.

    cluster_kills.py [KILLS] [--postgres] [--results FILE]

A server of three workers hosts the runs, or with --postgres three nodes over a PostgreSQL server of
the measurement's own. Each kill takes a node that owns at least one run. After the round, every run
is simulated from its first step and compared with all that any bot was shown. Rounds of some 25
kills take three minutes; their figures add up in the file.
"""

import asyncio
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from cluster_host import Host, PostgresHost, chosen_host, cpu_of
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
CALM_SECONDS: Final = 1.0
"""For which the nodes are measured before a kill: what they spend on play itself."""
GOAL_SECONDS: Final = 3.0
CLAIM_GOAL_SECONDS: Final = 2.3
CPU_GOAL_MS: Final = 60.0
MANY: Final = 50
"""The runs of a node on a machine of its own, whose time is told by arithmetic."""


class Takeovers:
    """What the kills of nodes over a database cost, as far as the database and processes tell."""

    def __init__(self, host: PostgresHost) -> None:
        self._host = host
        self.claims: list[float] = []
        """Seconds from the last renewal of a killed node until its runs were claimed."""
        self.cpu: list[float] = []
        """Milliseconds of CPU for each run that was brought back, beyond what play itself costs."""
        self._before = self._rate = 0.0
        self._began = 0.0

    async def begin(self, victim: str) -> None:
        """Measure what the nodes apart from one spend on play itself."""
        self._processes = [
            process for node, process in self._host.workers().items() if node != victim
        ]
        began, before = time.monotonic(), self._cpu()
        await asyncio.sleep(CALM_SECONDS)
        self._began, self._before = time.monotonic(), self._cpu()
        self._rate = (self._before - before) / (self._began - began)

    def note(self, victim: str, runs: int) -> None:
        """Note what it took until all runs of a killed node were on."""
        spent = self._cpu() - self._before - self._rate * (time.monotonic() - self._began)
        self.cpu.append(1e3 * spent / max(1, runs))
        self.claims += self._host.lease_ages(victim)

    def _cpu(self) -> float:
        return sum(map(cpu_of, self._processes))


async def torment(host: Host, kills: int) -> dict[str, Any]:
    """Kill nodes; return the figures of the round."""
    shown: list[float] = []
    whole: list[float] = []
    gaps: list[float] = []
    stuck = unanswered = 0
    takeovers = Takeovers(host) if isinstance(host, PostgresHost) else None
    async with parties(host.address, RUNS, BOTS) as playing:
        for _ in range(kills):
            await playing.fill(RUNS)
            stuck += not await all_play(playing.on)
            await asyncio.to_thread(host.wait_until_whole)
            owned = await asyncio.to_thread(host.owned)
            victim = random.choice([each.node for each in owned])
            moved = {each.session for each in owned if each.node == victim}
            await asyncio.sleep(random.uniform(0.0, LONGEST_SECONDS))
            if takeovers is not None:
                await takeovers.begin(victim)
            affected = links_of(party for party in playing.on if party.session in moved)
            others = links_of(party for party in playing.on if party.session not in moved)
            closed = [link.closed for link in others]
            for link in (*affected, *others):
                link.begin()
            process = host.workers()[victim]
            began = time.monotonic()
            os.kill(process, signal.SIGKILL)
            times = await shown_after(affected, began, PATIENCE_SECONDS)
            shown += times
            whole += [max(times)] if times else []
            # Those who came by the killed node come back by themselves, like clients of any server.
            gaps += [
                link.longest_gap
                for link, before in zip(others, closed, strict=True)
                if link.closed == before and link.longest_gap
            ]
            if takeovers is not None:
                takeovers.note(victim, len(moved))
            unanswered += await not_received(affected, PATIENCE_SECONDS)
        await asyncio.to_thread(host.stop)
        gone = missing(host.store, playing.all)
        links = links_of(playing.all)
        return {
            "kills": kills,
            "runs": len(playing.all),
            "lost": gone,
            "unverified": host.verified(),
            "shown": shown,
            "whole": whole,
            "gaps": gaps,
            "claims": [] if takeovers is None else takeovers.claims,
            "cpu": [] if takeovers is None else takeovers.cpu,
            "unanswered": unanswered,
            "stuck": stuck,
            "forgotten": sum(link.tokens.forgotten for link in links),
            "settled": sum(link.settled for link in links),
        }


def tell(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say."""
    print(f"{total(rounds, 'kills')} kills of {WORKERS} nodes, {BOTS} bots in each of {RUNS} runs")
    print(f"  {total(rounds, 'settled')} actions answered, {len(total(rounds, 'lost'))} lost")
    print(f"  runs that don't verify: {len(total(rounds, 'unverified'))}")
    print(f"  tokens forgotten: {total(rounds, 'forgotten')}; never back: {total(rounds, 'stuck')}")
    print(f"  actions that no run received: {total(rounds, 'unanswered')}")
    print(f"  bots were shown their game again after {_shares(total(rounds, 'shown'))} s")
    print(f"  all runs of a killed node were on after {_shares(total(rounds, 'whole'))} s")
    print(f"  longest gap in the frames of each other run: {_shares(total(rounds, 'gaps'))} s")
    print(f"  goal: nothing lost, {GOAL_SECONDS} s at p99")
    if claims := total(rounds, "claims"):
        print(f"  claimed after the last renewal: {_shares(claims)} s; goal {CLAIM_GOAL_SECONDS} s")
        each = percentile(total(rounds, "cpu"), 0.5)
        print(f"  CPU to bring a run back: {each:.0f} ms at p50; goal {CPU_GOAL_MS:.0f} ms")
        whole = percentile(claims, 0.99) + MANY * each / 1e3 / (WORKERS - 1)
        print(f"  so {MANY} runs are on after {whole:.1f} s at {WORKERS - 1} cores")


def _shares(values: list[float]) -> str:
    told = ", ".join(f"{percentile(values, share):.2f}" for share in (0.5, 0.9, 0.99, 1.0))
    return f"{told} (p50, p90, p99, longest)"


def main() -> int:
    """Run a round and print all; return 1 when anything was lost."""
    chosen = arguments("cluster_kills", KILLS, "kills")
    with chosen_host(chosen, WORKERS) as host:
        figures = asyncio.run(torment(host, chosen.count))
    for each in figures["lost"][:20]:
        print(f"    {each}")
    tell(add_round(chosen.results, figures))
    return 1 if figures["lost"] or figures["unverified"] or figures["forgotten"] else 0


if __name__ == "__main__":
    sys.exit(main())
