"""What several workers cost: CPU for a player and tick, and the time of commits.

    worker_costs.py players [--postgres] [--results FILE]
    worker_costs.py commits [--postgres] [--results FILE]

Each call runs the same bots several times, one after the other. `players`: at one process, at two
workers, and at two servers apart, each with half of the sessions, which know nothing of each other.
These tell what the processor takes for two processes in place of one, whatever they do. `commits`:
at one process and at four workers. Rounds add up; which comes first changes from round to round.

With --postgres, all are nodes over PostgreSQL servers of the measurement's own, whose CPU doesn't
count.
"""

import argparse
import re
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from chosen_host import Host
from cluster_host import cluster_host
from postgres_host import postgres_host
from rounds import FOLDER, add_round, total
from serving_process import cpu_of
from workers import Worker, wait_until

from undertide_shared.time import UNSTATED_RATE

SESSIONS: Final = 12
BOTS: Final = 4
WARM_SECONDS: Final = 5.0
MEASURED_SECONDS: Final = 30.0
GOALS: Final = {"players": 1.2, "commits": 4.0}
BUCKET: Final = re.compile(r"undertide_commit_seconds_bucket\{([^}]*)\} (\S+)")
BOUND: Final = re.compile(r'le="([^"]+)"')


@dataclass(frozen=True)
class Kind:
    """How the same sessions are served. Without workers, each server is one process."""

    workers: int = 0
    servers: int = 1


KINDS: Final[Mapping[str, Mapping[str, Kind]]] = {
    "players": {"one": Kind(), "several": Kind(workers=2), "apart": Kind(servers=2)},
    "commits": {"one": Kind(), "several": Kind(workers=4)},
}


def measured(kind: Kind, *, postgres: bool) -> dict[str, Any]:
    """Let bots play at servers of a kind; return their figures together."""
    with ExitStack() as stack:
        hosts = [_host(stack, kind.workers, postgres=postgres) for _ in range(kind.servers)]
        sessions = SESSIONS // kind.servers
        crowds = [
            stack.enter_context(Worker("bot_crowd.py", host.address, str(sessions), str(BOTS)))
            for host in hosts
        ]
        for crowd in crowds:
            wait_until(crowd, "playing", sessions * BOTS * 9 // 10)  # some have died already
        time.sleep(WARM_SECONDS)
        began, cpu, before = time.monotonic(), _cpu(hosts), _counts(crowds)
        commits = _commits(hosts)
        time.sleep(MEASURED_SECONDS)
        seconds, after = time.monotonic() - began, _counts(crowds)
        playing = (before["playing"] + after["playing"]) / 2
        return {
            "cpu": _cpu(hosts) - cpu,
            "ticks": playing * seconds * UNSTATED_RATE,
            "frames": after["frames"] - before["frames"],
            "commits": {
                bound: count - commits.get(bound, 0) for bound, count in _commits(hosts).items()
            },
        }


def _host(stack: ExitStack, workers: int, *, postgres: bool) -> Host:
    """Begin a server of so many workers on a new folder, or so many nodes over a new database."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    if postgres:
        return stack.enter_context(postgres_host(folder, max(1, workers)))
    return stack.enter_context(cluster_host(folder, workers))


def _cpu(hosts: Iterable[Host]) -> float:
    """Return the CPU that all processes of servers have used, supervisors among them."""
    return sum(cpu_of(process) for host in hosts for process in host.processes())


def _counts(crowds: Iterable[Worker]) -> Mapping[str, float]:
    """Return what all bots count, together."""
    counts = Counter[str]()
    for crowd in crowds:
        counts.update(crowd.ask("counts"))
    return counts


def _commits(hosts: Iterable[Host]) -> dict[str, float]:
    """Return how many commits of all processes took no longer than each bound, in seconds."""
    counts = Counter[str]()
    for host in hosts:
        with urllib.request.urlopen(host.address.replace("ws://", "http://") + "/metrics") as page:
            text = page.read().decode()
        for labels, count in BUCKET.findall(text):
            bound = BOUND.search(labels)
            assert bound, labels
            counts[bound[1]] += float(count)  # type: ignore[assignment]
    return dict(counts)


def quantile(counts: Mapping[str, float], share: float) -> float:
    """Return the time that a share of commits doesn't exceed, even within each step."""
    bounds = [(0.0, 0.0), *sorted((float(bound), count) for bound, count in counts.items())]
    wanted = bounds[-1][1] * share
    for (low, before), (high, count) in pairwise(bounds):
        if count >= wanted:
            step = (wanted - before) / max(1.0, count - before)
            return low if high == float("inf") else low + (high - low) * step
    return 0.0


def tell_players(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say of players."""
    cost = {}
    for kind in KINDS["players"]:
        those = [each[kind] for each in rounds]
        cost[kind] = total(those, "cpu") / total(those, "ticks") * 1e6
        frame = total(those, "cpu") / total(those, "frames") * 1e6
        print(f"  {kind:8} {cost[kind]:6.1f} µs of CPU for a player and tick, {frame:.1f} a frame")
    print(f"  ratio {cost['several'] / cost['one']:.3f}; goal: at most {GOALS['players']}")
    print(f"  servers apart: {cost['apart'] / cost['one']:.3f}", end="")
    print(f"; workers to servers apart: {cost['several'] / cost['apart']:.3f}")


def tell_commits(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say of commits."""
    longest = {}
    for kind in KINDS["commits"]:
        counts = Counter[str]()
        for each in rounds:
            counts.update(each[kind]["commits"])
        p50, longest[kind] = (quantile(counts, share) * 1e3 for share in (0.5, 0.99))
        print(f"  {kind:8} {max(counts.values()):.0f} commits, p50 {p50:.1f} ms", end="")
        print(f", p99 {longest[kind]:.1f} ms")
    print(f"  ratio {longest['several'] / longest['one']:.2f}; goal: at most {GOALS['commits']}")


def main() -> None:
    """Run a round of one part and print all."""
    parser = argparse.ArgumentParser(description="A round of one part; rounds add up in a file.")
    parser.add_argument("part", choices=tuple(KINDS))
    parser.add_argument("--postgres", action="store_true", help="measure nodes over PostgreSQL")
    parser.add_argument("--results", type=Path)
    chosen = parser.parse_args()
    over = "_postgres" if chosen.postgres else ""
    results = chosen.results or FOLDER / f"worker_costs_{chosen.part}{over}.jsonl"
    kinds = KINDS[chosen.part]
    order = list(kinds)
    if results.exists() and len(results.read_text(encoding="utf-8").splitlines()) % 2:
        order.reverse()
    rounds = add_round(
        results, {kind: measured(kinds[kind], postgres=chosen.postgres) for kind in order}
    )
    print(f"{SESSIONS} sessions of {BOTS} bots; several: {kinds['several'].workers} workers")
    (tell_players if chosen.part == "players" else tell_commits)(rounds)


if __name__ == "__main__":
    main()
