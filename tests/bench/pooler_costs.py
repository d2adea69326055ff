"""What a commit costs directly and behind a pooler: the steps of many runs in one transaction.

    python tests/bench/pooler_costs.py [RUNS [COMMITS]]

The PostgreSQL server is one of its own, and writes as safely as a real one. PgBouncer is before it
in each mode. On a machine that does other things besides, the times say little; the CPU of this
process and of the database says more. It needs Linux.
"""

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from metered_postgres import PostgresMeter

from support.postgres.pooler import PoolMode, running_pooler
from support.postgres.server import running_server
from support.sessions.kept_runs import header, varied
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.fencing import Fence
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun

RUNS: Final = 25
"""The runs of a busy node."""
COMMITS: Final = 1000
MODES: Final[tuple[PoolMode, ...]] = ("session", "transaction")
OWNER: Final = Fence("a")


def main() -> None:
    """Measure and print."""
    given = [int(word) for word in sys.argv[1:]]
    runs, commits = (*given, *(RUNS, COMMITS)[len(given) :])
    print(f"{commits} commits of {runs} runs")
    with running_server() as server, closing(PostgresMeter(server)) as meter:
        for name in ("directly", *MODES):
            server.ask(f"CREATE DATABASE {name}")
        measure("directly", server.url("directly"), meter, runs, commits)
        for mode in MODES:
            with running_pooler(server, mode) as pooler:
                measure(f"pooled by {mode}", pooler.url(mode), meter, runs, commits)


def measure(way: str, url: str, meter: PostgresMeter, runs: int, commits: int) -> None:
    """Print what commits cost by one way to the database."""
    names = [f"run{number}" for number in range(runs)]
    times = []
    with closing(Writer(PostgresAddress(url))) as writer:
        writer.apply([Begun(header(name), fence=OWNER) for name in names])
        node, database = time.process_time(), meter.read_cpu()
        for number, record in enumerate(varied(1, commits)):
            batch = [Appended(name, (record,), (), number, OWNER) for name in names]
            began = time.perf_counter()
            assert writer.apply(batch) == []
            times.append(1000 * (time.perf_counter() - began))
        node = 1000 * (time.process_time() - node) / commits
        database = 1000 * (meter.read_cpu() - database) / commits
    times.sort()
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    cpu = f"CPU {node:.2f} ms of the node, {database:.2f} ms of the database"
    print(f"  {way}: p50 {p50:.2f} ms, p99 {p99:.2f} ms, {cpu}")


if __name__ == "__main__":
    main()
