"""What several workers cost: CPU for a player and tick, and the time of commits.

    worker_costs.py players [--results FILE]
    worker_costs.py commits [--results FILE]

Each call runs the same bots at two servers, one after the other: one process and two workers for
`players`, one process and four workers for `commits`. Rounds add up; which server comes first
changes from round to round.
"""

import argparse
import re
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from cluster_host import ClusterHost, cluster_host
from rounds import FOLDER, add_round, total
from serving_process import cpu_of
from workers import Worker, wait_until

from undertide_shared.time import UNSTATED_RATE

SESSIONS: Final = 12
BOTS: Final = 4
WARM_SECONDS: Final = 5.0
MEASURED_SECONDS: Final = 30.0
WORKERS: Final = {"players": 2, "commits": 4}
GOALS: Final = {"players": 1.2, "commits": 4.0}
BUCKET: Final = re.compile(r"undertide_commit_seconds_bucket\{([^}]*)\} (\S+)")
BOUND: Final = re.compile(r'le="([^"]+)"')


def measured(workers: int) -> dict[str, Any]:
    """Let bots play at a server of so many workers (0: one process); return its figures."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        host = stack.enter_context(cluster_host(folder, workers))
        bots = stack.enter_context(Worker("bot_crowd.py", host.address, str(SESSIONS), str(BOTS)))
        wait_until(bots, "playing", SESSIONS * BOTS * 9 // 10)  # some have died already
        time.sleep(WARM_SECONDS)
        began, cpu, before = time.monotonic(), _cpu(host), bots.ask("counts")
        commits = _commits(host.address)
        time.sleep(MEASURED_SECONDS)
        seconds, after = time.monotonic() - began, bots.ask("counts")
        playing = (before["playing"] + after["playing"]) / 2
        later = _commits(host.address)
        return {
            "cpu": _cpu(host) - cpu,
            "ticks": playing * seconds * UNSTATED_RATE,
            "frames": after["frames"] - before["frames"],
            "commits": {bound: count - commits.get(bound, 0) for bound, count in later.items()},
        }


def _cpu(host: ClusterHost) -> float:
    """Return the CPU that all processes of a server have used, its supervisor among them."""
    return sum(map(cpu_of, {host.server.process.pid, *host.workers().values()}))


def _commits(address: str) -> dict[str, float]:
    """Return how many commits of all workers took no longer than each bound, in seconds."""
    with urllib.request.urlopen(address.replace("ws://", "http://") + "/metrics") as answer:
        text = answer.read().decode()
    counts = Counter[str]()
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
    for kind in ("one", "several"):
        those = [each[kind] for each in rounds]
        cost[kind] = total(those, "cpu") / total(those, "ticks") * 1e6
        frame = total(those, "cpu") / total(those, "frames") * 1e6
        print(f"  {kind:8} {cost[kind]:6.1f} µs of CPU for a player and tick, {frame:.1f} a frame")
    print(f"  ratio {cost['several'] / cost['one']:.3f}; goal: at most {GOALS['players']}")


def tell_commits(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say of commits."""
    longest = {}
    for kind in ("one", "several"):
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
    parser.add_argument("part", choices=tuple(WORKERS))
    parser.add_argument("--results", type=Path)
    chosen = parser.parse_args()
    results = chosen.results or FOLDER / f"worker_costs_{chosen.part}.jsonl"
    kinds = {"one": 0, "several": WORKERS[chosen.part]}
    order = list(kinds)
    if results.exists() and len(results.read_text(encoding="utf-8").splitlines()) % 2:
        order.reverse()
    rounds = add_round(results, {kind: measured(kinds[kind]) for kind in order})
    print(f"{SESSIONS} sessions of {BOTS} bots; several: {WORKERS[chosen.part]} workers")
    (tell_players if chosen.part == "players" else tell_commits)(rounds)


if __name__ == "__main__":
    main()
