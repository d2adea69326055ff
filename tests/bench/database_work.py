"""The work that nodes give a PostgreSQL server, one operation at a time, measured."""

import secrets
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from typing import Final

import msgspec
from metered_postgres import Metered, PostgresMeter

from support.postgres.server import PostgresServer
from support.sessions.kept_runs import header, varied
from undertide_server.cluster.lobby import SharedLine
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.fencing import Fence
from undertide_server.store.leases import Load, LobbyLine, Node
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.ownership import Ownership
from undertide_server.store.reader import Reader
from undertide_server.store.steps import FOLD
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun
from undertide_shared.messages import LobbyHero, SessionInfo

NODES: Final = (3, 30, 100, 300)
"""Numbers of nodes in the store while leases are renewed."""
RUNS: Final = (500, 5000, 20_000)
"""Numbers of owned runs in the store while leases are renewed."""
LINES: Final = 50
"""Lobby lines of a node."""
BATCHES: Final = (1, 10, 25, 50)
"""Runs whose steps are written in one transaction."""
CLAIMS: Final = (1, 10, 50)
"""Runs that one claim takes."""
CALLS: Final = 200
"""Calls of each operation that are measured."""
FEW: Final = 30
"""The same of those that need to be prepared."""
AT_ONCE: Final = 250
"""Runs that are entered in one transaction."""
CERTIFICATE: Final = bytes(450)
"""As long as the certificate of a node."""
OTHERS: Final = "others"
"""The node that owns all runs but those of the first one."""
GUEST: Final = "guest"
"""A role that must show a password."""
PASSWORD: Final = secrets.token_hex(16)


class DatabaseWork:
    """Nodes and runs in a new server, and what each operation on them costs."""

    def __init__(self, server: PostgresServer, meter: PostgresMeter) -> None:
        self._server = server
        self._meter = meter
        self._address = address = PostgresAddress(server.url("postgres"))
        self._writer = Writer(open_to_write(address))
        self._first = open_to_write(address)
        self._second = open_to_write(address)
        self._leases = Ownership(self._first)
        self._runs: list[str] = []
        self._nodes = 0
        self._leases.register(_node(OTHERS))
        self._fill(2, sum(BATCHES))
        self._fence = Fence(_name(0), 0)

    def close(self) -> None:
        """Close all connections."""
        self._writer.close()
        self._first.close()
        self._second.close()

    def _fill(self, nodes: int, runs: int) -> None:
        """Enter nodes and runs until there are so many."""
        while self._nodes < nodes:
            self._leases.register(_node(_name(self._nodes)))
            self._nodes += 1
        while len(self._runs) < runs:
            # The first node owns the runs whose steps are written.
            owner = OTHERS if self._runs else _name(0)
            several = min(AT_ONCE, runs - len(self._runs))
            names = [f"run-{len(self._runs) + each:06}" for each in range(several)]
            self._writer.apply([Begun(header(run, run), b"", Fence(owner, 0)) for run in names])
            self._runs += names
        self._server.ask("VACUUM ANALYZE")
        # All of them have just been played.
        self._server.ask("UPDATE runs SET ticks = ticks + 1")

    # --- leases ------------------------------------------------------------------------------

    def renewal(self, nodes: int, runs: int) -> Metered:
        """Measure renewals that neither write nor read lobby lines, with so much in the store."""
        self._fill(nodes, runs)
        self._renew()
        return self._meter.of_each(CALLS, self._renew)

    def _renew(self, lines: Sequence[LobbyLine] | None = None) -> None:
        self._leases.renew(_name(0), Load(), lines)

    def lobby(self) -> tuple[Metered, Metered, Metered]:
        """Measure renewals without lobby lines, with those that a node writes, and that it reads.

        What is written is read again.
        """
        own, others = _lines(self._runs[:LINES]), _lines(self._runs[LINES : 2 * LINES])
        neighbour = Ownership(self._second)
        self._server.ask("VACUUM ANALYZE")
        self._renew()
        none = self._meter.of_each(CALLS, self._renew)
        written = self._meter.of_each(CALLS, lambda: self._renew(own))
        self._server.ask("VACUUM ANALYZE")
        read = self._meter.of_prepared(
            FEW, lambda: neighbour.renew(_name(1), Load(), others), self._renew
        )
        return none, written, read

    # --- runs --------------------------------------------------------------------------------

    def beat(self, runs: int) -> Metered:
        """Measure transactions with a step of so many runs, and their share of packing steps."""
        # Runs of its own for each number, since all of them must be at the same step.
        start = sum(each for each in BATCHES if each < runs)
        chosen, numbers = self._runs[start : start + runs], count(1)

        def step() -> None:
            number = next(numbers)
            (record,) = varied(number, 1)
            self._writer.apply(
                [Appended(run, (record,), (), number, self._fence) for run in chosen]
            )

        step()
        return self._meter.of_each(FOLD, step, rounds=1)

    def claim(self, runs: int) -> Metered:
        """Measure claims of so many runs whose owner has ended."""
        chosen = ", ".join(f"'{run}'" for run in self._runs[-runs:])

        def orphan() -> None:
            # Nobody else's lease runs out, so that claims remove no other nodes.
            self._server.ask("UPDATE nodes SET expires = 'infinity'")
            self._server.ask(f"UPDATE runs SET owner = 'gone' WHERE run IN ({chosen})")

        self._server.ask("VACUUM ANALYZE")
        return self._meter.of_prepared(
            FEW, orphan, lambda: self._leases.claim_orphans(_name(0), runs)
        )

    def read_run(self) -> Metered:
        """Measure reading all that a run needs to go on, with a few hundred steps."""
        run = self._runs[0]

        def read() -> None:
            reader.header(run)
            reader.snapshot(run)
            reader.seats(run)
            reader.logs(run)
            reader.chat(run)
            reader.check_end(run)
            assert len(list(reader.steps(run))) > FOLD

        with closing(open_to_read(self._address)) as connection:
            reader = Reader(connection)
            return self._meter.of_each(CALLS, read)

    # --- connections -------------------------------------------------------------------------

    def connect(self) -> Metered:
        """Measure new connections of a role that must show its password."""
        self._server.ask(f"CREATE ROLE {GUEST} LOGIN SUPERUSER PASSWORD '{PASSWORD}'")
        ((file,),) = self._server.ask("SHOW hba_file")
        lines = "('host all guest samehost scram-sha-256'), ('host all all samehost trust')"
        self._server.ask(f"COPY (SELECT * FROM (VALUES {lines}) AS lines) TO '{file}'")
        self._server.ask("SELECT pg_reload_conf()")
        url = self._server.url("postgres").replace("//undertide@", f"//{GUEST}:{PASSWORD}@")
        address = PostgresAddress(url)
        opened: list[StoreConnection] = []

        def close() -> None:
            while opened:
                opened.pop().close()

        try:
            return self._meter.of_prepared(
                FEW, close, lambda: opened.append(open_to_write(address))
            )
        finally:
            close()


def _name(number: int) -> str:
    return f"node-{number:04}-abcdef"


def _node(name: str) -> Node:
    return Node(name, "192.0.2.10:4415", secrets.token_bytes(32), 1, "1.0", CERTIFICATE)


def _lines(runs: Sequence[str]) -> list[LobbyLine]:
    """Return the lobby lines of runs, each with four heroes."""
    heroes = [LobbyHero(seat, f"Hero of {seat}", seat, 3, 5, "alive") for seat in range(4)]
    info = SessionInfo("abcde", "default", "real", 4, 2, 8, 3, party=heroes, host="Hero of 1")
    return [
        LobbyLine(run, run, 1_795_000_000_000, msgspec.msgpack.encode(SharedLine(info, 4)))
        for run in runs
    ]
