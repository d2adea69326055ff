"""What a beat of many runs costs: their steps in one transaction, on each engine.

    python tests/bench/store_beats.py [RUNS [BEATS]]

The PostgreSQL server is one of its own, and writes as safely as a real one. On a machine that does
other things besides, the times say little; the client's CPU says more.
"""

import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from support.postgres.server import running_server
from support.sessions.kept_runs import header, varied
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.fencing import Fence
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun

RUNS: Final = 25
"""The runs of a busy node."""
BEATS: Final = 1000
OWNER: Final = Fence("a")


def main() -> None:
    """Measure and print."""
    given = [int(word) for word in sys.argv[1:]]
    runs, beats = (*given, *(RUNS, BEATS)[len(given) :])
    print(f"{beats} beats of {runs} runs")
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", Path(folder), runs, beats)
    with running_server() as server:
        server.ask("CREATE DATABASE beats")
        measure("PostgreSQL", PostgresAddress(server.url("beats")), runs, beats)


def measure(engine: str, store: StoreAddress, runs: int, beats: int) -> None:
    """Print the times of beats on one engine."""
    names = [f"run{number}" for number in range(runs)]
    records = varied(1, beats)
    times = []
    with closing(Writer(store)) as writer:
        writer.apply([Begun(header(name), fence=OWNER) for name in names])
        used = time.process_time()
        for number, record in enumerate(records):
            batch = [Appended(name, (record,), (), number, OWNER) for name in names]
            began = time.perf_counter()
            assert writer.apply(batch) == []
            times.append(1000 * (time.perf_counter() - began))
        used = 1000 * (time.process_time() - used) / beats
    times.sort()
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"  {engine}: p50 {p50:.2f} ms, p99 {p99:.2f} ms, client's CPU {used:.2f} ms a beat")


if __name__ == "__main__":
    main()
