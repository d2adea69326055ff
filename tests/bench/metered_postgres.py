"""What calls cost a PostgreSQL server and this process: CPU, bytes and log.

It counts all processes of the server, so nothing else may use that meanwhile. It needs Linux.
"""

import os
import socket
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median
from typing import Final

import psycopg
from fleet_budgets import Cost

from support.postgres.server import PostgresServer

NANOSECONDS: Final = 1e9
CLOCK_TICKS: Final = os.sysconf("SC_CLK_TCK")
TCP_BYTES: Final = struct.Struct("=120xQQ")
"""Where `struct tcp_info` of Linux has the bytes that were acknowledged, and those received."""
ROUNDS: Final = 8
"""Parts of a measurement, of which the median counts."""
SETTLE_SECONDS: Final = 0.002
"""Time for the server to end what it does after its answer."""


@dataclass(frozen=True, slots=True)
class Metered:
    """What one call cost, the median of many."""

    cost: Cost
    seconds: float
    """The median of their durations."""


class PostgresMeter:
    """A meter of a server. It has a connection of its own."""

    def __init__(self, server: PostgresServer) -> None:
        self._port = server.port
        self._connection = psycopg.connect(server.url("postgres"), autocommit=True)
        self._main = int(_stat_of(self._connection.info.backend_pid)[1])

    def close(self) -> None:
        """Close its connection."""
        self._connection.close()

    def of_each(self, calls: int, call: Callable[[], object], rounds: int = ROUNDS) -> Metered:
        """Return what each of so many calls costs, one after another, in the median round."""
        durations, costs = list[float](), list[Cost]()
        several = -(-calls // rounds)

        def some() -> None:
            for _ in range(several):
                began = time.perf_counter()
                call()
                durations.append(time.perf_counter() - began)

        for _ in range(rounds):
            costs.append(self._of(some) * (1 / several))
        return Metered(_median(costs), median(durations))

    def of_prepared(
        self, calls: int, prepare: Callable[[], object], call: Callable[[], object]
    ) -> Metered:
        """Return what each of so many calls costs, without what prepares it."""
        costs, durations = list[Cost](), list[float]()
        for _ in range(calls):
            prepare()
            began = time.perf_counter()
            costs.append(self._of(call))
            durations.append(time.perf_counter() - began - SETTLE_SECONDS)
        return Metered(_median(costs), median(durations))

    def read_cpu(self) -> float:
        """Return the seconds of CPU that all processes of the server have used."""
        *_, user, system = _stat_of(self._main)[:15]
        return (int(user) + int(system)) / CLOCK_TICKS + sum(map(_cpu_of, self._processes()))

    def _of(self, call: Callable[[], object]) -> Cost:
        with _counted(self._log) as log, _counted(self.read_cpu) as database:
            sent, received = _bytes_at(self._port)
            node = time.process_time()
            call()
            node = time.process_time() - node
            time.sleep(SETTLE_SECONDS)
            more_sent, more_received = _bytes_at(self._port)
        return Cost(database[0], node, more_sent - sent, more_received - received, log[0])

    def _processes(self) -> Iterator[int]:
        yield self._main
        for folder in Path("/proc").iterdir():
            with suppress(ValueError, OSError):
                process = int(folder.name)
                if int(_stat_of(process)[1]) == self._main:
                    yield process

    def _log(self) -> float:
        (place,) = self._connection.execute(
            "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8"
        ).fetchone() or (0.0,)
        return float(place)


def _median(costs: Sequence[Cost]) -> Cost:
    """Return the median of each part: what else the machine does disturbs it least."""
    return Cost(*map(median, zip(*map(astuple, costs), strict=True)))


@contextmanager
def _counted(count: Callable[[], float]) -> Iterator[list[float]]:
    """Give a list that has what was counted meanwhile, once that ends."""
    before, counted = count(), list[float]()
    yield counted
    counted.append(count() - before)


def _stat_of(process: int) -> list[str]:
    """Return the fields of a process from its state on; its name may have anything in it."""
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()


def _cpu_of(process: int) -> float:
    """Return the seconds of CPU that a process has used; 0 if it has ended."""
    with suppress(OSError):
        told = Path(f"/proc/{process}/schedstat").read_text(encoding="utf-8")
        return int(told.split()[0]) / NANOSECONDS
    return 0.0


def _bytes_at(port: int) -> tuple[int, int]:
    """Return the bytes that this process has sent to a port and got from it, over open sockets."""
    sent = received = 0
    for file in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # it may have been closed meanwhile, or have no other end
            if not file.is_socket():
                continue
            with socket.socket(fileno=os.dup(int(file.name))) as end:
                if end.getpeername()[1] != port:
                    continue
                told = end.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_BYTES.size)
                acknowledged, got = TCP_BYTES.unpack(told)
                sent, received = sent + acknowledged, received + got
    return sent, received
