"""What the work of nodes costs a real PostgreSQL server, for the model of fleets.

    fleet_costs.py [--keep | --show]

It starts a server of its own, with safe settings, fills it with nodes and runs, and lets each
operation be done again and again. `--keep` writes what it finds to `fleet_costs.json`, which
`fleet.py` reads; `--show` prints what is there. The server and the node share the machine and no
network lies between them: CPU and bytes count, and durations tell little. It needs Linux and
PostgreSQL's programs.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, astuple, replace
from datetime import date
from pathlib import Path
from statistics import linear_regression
from typing import Any, Final

from cost_table import shown
from database_work import BATCHES, CLAIMS, LINES, NODES, RUNS, DatabaseWork
from fleet_budgets import FILE, Cost, Costs
from metered_postgres import Metered, PostgresMeter

from support.postgres.server import running_server


def fitted(points: Sequence[tuple[int, Metered]]) -> tuple[Cost, Cost]:
    """Return the cost at none, and that of one more, by the line that fits the points best."""
    numbers = [number for number, _ in points]
    parts = zip(*(astuple(metered.cost) for _, metered in points), strict=True)
    lines = [linear_regression(numbers, part) for part in parts]
    return (
        Cost(*(max(0.0, line.intercept) for line in lines)),
        Cost(*(max(0.0, line.slope) for line in lines)),
    )


def less(whole: Cost, part: Cost) -> Cost:
    """Return a cost without a part of it; noise makes nothing cheaper than free."""
    return Cost(*(max(0.0, each) for each in astuple(whole + part * -1)))


sys.path.append(str(Path(__file__).parents[1]))


SETTINGS: Final = {
    "fsync": "on",
    "synchronous_commit": "on",
    "shared_buffers": "128MB",
    # It would tidy up in the midst of one operation what another one has left.
    "autovacuum": "off",
}
PLAY_SECONDS: Final = 0.06
"""CPU of a node to play a run to its last step and make a session of it. `cluster_kills.py` and the
recovery of kept runs measure that, and not this program."""


def measured() -> dict[str, Any]:
    """Measure all operations; return costs, durations and conditions."""
    load = os.getloadavg()[0]
    with running_server(SETTINGS) as server, closing(PostgresMeter(server)) as meter:
        work = DatabaseWork(server, meter)
        seconds: dict[str, float] = {}
        with closing(work):
            by_nodes = [(nodes, work.renewal(nodes, RUNS[0])) for nodes in NODES]
            none, written, read = work.lobby()
            beats = [(runs, work.beat(runs)) for runs in BATCHES]
            claims = [(runs, work.claim(runs)) for runs in CLAIMS]
            by_runs, claims_in = [], []
            for runs in RUNS:
                by_runs.append((runs, work.renewal(NODES[-1], runs)))
                claims_in.append((runs, work.claim(CLAIMS[0])))
            back, connect = work.read_run(), work.connect()
        renewal, of_node = fitted(by_nodes)
        _, of_run = fitted(by_runs)
        beat, beat_of_run = fitted(beats)
        claim, claim_of_run = fitted(claims)
        _, claim_in_runs = fitted(claims_in)
        costs = Costs(
            renewal=less(renewal, of_run * RUNS[0]),
            renewal_of_node=of_node,
            renewal_of_run=of_run,
            line_written=less(written.cost, none.cost) * (1 / LINES),
            line_read=less(read.cost, none.cost) * (1 / LINES),
            beat=beat,
            beat_of_run=beat_of_run,
            claim=less(claim, claim_in_runs * RUNS[0]),
            claim_in_runs=claim_in_runs,
            claim_of_run=claim_of_run,
            bring_back=replace(back.cost, node=back.cost.node + PLAY_SECONDS),
            connect=connect.cost,
        )
        seconds |= _durations("renewal", by_nodes) | _durations("beat", beats)
        seconds |= _durations("claim", claims) | {"connect": connect.seconds}
        version = server.ask("SHOW server_version")[0][0]
    return {
        "conditions": {
            "date": date.today().isoformat(),
            "cores": os.cpu_count(),
            "load": round(load),
            "python": platform.python_version(),
            "postgresql": str(version).split()[0],
        },
        "costs": asdict(costs),
        "median_seconds": seconds,
    }


def _durations(name: str, points: Sequence[tuple[int, Metered]]) -> dict[str, float]:
    return {f"{name} {number}": metered.seconds for number, metered in points}


def main() -> None:
    """Measure, or read what was measured, and print it."""
    parser = argparse.ArgumentParser(description="What nodes cost a PostgreSQL server.")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--keep", action="store_true", help=f"write {FILE.name}")
    chosen.add_argument("--show", action="store_true", help=f"print {FILE.name}")
    options = parser.parse_args()
    told = json.loads(FILE.read_text(encoding="utf-8")) if options.show else measured()
    if options.keep:
        FILE.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(told["conditions"])
    for line in shown(told):
        print(line)
    for name, seconds in told["median_seconds"].items():
        print(f"{name}: {seconds * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
