"""What several workers cost: CPU for a player and tick.

    worker_costs.py [--postgres] [--results FILE]

Each call runs the same bots several times, one after the other: at one process, at two workers, and
at two servers apart, each with half of the sessions, which know nothing of each other. These tell
what the processor takes for two processes in place of one, whatever they do. Rounds add up; which
comes first changes from round to round.

With --postgres, all are nodes over PostgreSQL servers of the measurement's own, whose CPU doesn't
count.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from cluster_host import Host, cluster_host, cpu_of, postgres_host
from rounds import FOLDER, add_round, total
from workers import Worker, wait_until

from undertide_shared.time import UNSTATED_RATE

SESSIONS: Final = 12
BOTS: Final = 4
WARM_SECONDS: Final = 5.0
MEASURED_SECONDS: Final = 30.0
GOAL: Final = 1.2


@dataclass(frozen=True)
class Kind:
    """How the same sessions are served. Without workers, each server is one process."""

    workers: int = 0
    servers: int = 1


KINDS: Final[Mapping[str, Kind]] = {
    "one": Kind(),
    "several": Kind(workers=2),
    "apart": Kind(servers=2),
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
        time.sleep(MEASURED_SECONDS)
        seconds, after = time.monotonic() - began, _counts(crowds)
        playing = (before["playing"] + after["playing"]) / 2
        return {
            "cpu": _cpu(hosts) - cpu,
            "ticks": playing * seconds * UNSTATED_RATE,
            "frames": after["frames"] - before["frames"],
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


def tell(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say."""
    cost = {}
    for kind in KINDS:
        those = [each[kind] for each in rounds]
        cost[kind] = total(those, "cpu") / total(those, "ticks") * 1e6
        frame = total(those, "cpu") / total(those, "frames") * 1e6
        print(f"  {kind:8} {cost[kind]:6.1f} µs of CPU for a player and tick, {frame:.1f} a frame")
    print(f"  ratio {cost['several'] / cost['one']:.3f}; goal: at most {GOAL}")
    print(f"  servers apart: {cost['apart'] / cost['one']:.3f}", end="")
    print(f"; workers to servers apart: {cost['several'] / cost['apart']:.3f}")


def main() -> None:
    """Run a round and print all."""
    parser = argparse.ArgumentParser(description="A round; rounds add up in a file.")
    parser.add_argument("--postgres", action="store_true", help="measure nodes over PostgreSQL")
    parser.add_argument("--results", type=Path)
    chosen = parser.parse_args()
    over = "_postgres" if chosen.postgres else ""
    results = chosen.results or FOLDER / f"worker_costs{over}.jsonl"
    order = list(KINDS)
    if results.exists() and len(results.read_text(encoding="utf-8").splitlines()) % 2:
        order.reverse()
    figures = {kind: measured(KINDS[kind], postgres=chosen.postgres) for kind in order}
    print(f"{SESSIONS} sessions of {BOTS} bots; several: {KINDS['several'].workers} workers")
    tell(add_round(results, figures))


if __name__ == "__main__":
    main()
