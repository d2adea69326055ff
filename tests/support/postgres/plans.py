"""The plans by which PostgreSQL reads, so that a test can tell an index from a look at all rows."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from support.postgres.server import PostgresServer
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.bounded_connection import SoleConnection
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.waits import PATIENT
from undertide_server.store.engine.protocol import Rows, Values

_RUNS: Final = """
INSERT INTO runs (id, run, session, preset, pace, seed, rules, content, begun, state, reason,
        closed, step, public, played, last_played, deepest, party, owner)
    SELECT number, md5(number::text), 's' || number, 'caves', 'fast', '', 1, 'hash', number,
        CASE WHEN number % 1000 = 0 THEN 'live' ELSE 'ended' END, 'won', number, 30,
        number % 2, 1, number, number % 9, 1,
        CASE WHEN number % 1000 = 0 THEN 'node-' || number % 7 ELSE '' END
    FROM generate_series(1, {count}) AS number
"""


def fill(server: PostgresServer, address: PostgresAddress, count: int) -> None:
    """Fill a new database with runs: each second is public, each thousandth is live."""
    database = address.url.rsplit("/", 1)[1]
    server.ask(_RUNS.format(count=count), database)
    server.ask("INSERT INTO finders SELECT id, 'ann' FROM runs WHERE id % 500 = 0", database)
    server.ask("INSERT INTO seats SELECT id, 0, 'Ann', '' FROM runs WHERE id % 5 = 0", database)
    server.ask("ANALYZE", database)


class ExplainedConnection(PostgresConnection):
    """A connection that notes the plan of each query before it is carried out."""

    def __init__(self, address: PostgresAddress) -> None:
        super().__init__(address, SoleConnection(address, PATIENT))
        self.plans: list[str] = []

    def execute(self, statement: str, values: Values = ()) -> Rows:
        if statement.lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
            rows = super().execute(f"EXPLAIN {statement}", values)
            self.plans.append("\n".join(row[0] for row in rows))
        return super().execute(statement, values)

    def scanned(self, tables: Sequence[str], act: Callable[[], Any]) -> list[str]:
        """Do something; return the plans that read all rows of one of these tables."""
        self.plans.clear()
        act()
        assert self.plans, "nothing was asked"
        return [
            plan for plan in self.plans if any(f"Seq Scan on {table}" in plan for table in tables)
        ]
