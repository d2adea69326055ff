"""Copies of kept runs: of one that was really played, and of all into a database of a cluster."""

import sqlite3
from contextlib import closing
from pathlib import Path

from undertide_server.store.database import FILE, PARTS
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.opening import open_to_write
from undertide_server.store.run_list import RunList
from undertide_server.store.transfer import copying

FRESH = {
    "run": "printf('c%031x', :last + number)",
    "session": "printf('copy%d', :last + number)",
    "begun": "begun - :days * 86400 + number / 1000.0",
    "state": ":state",
    "reason": ":reason",
    "closed": "begun - :days * 86400 + number / 1000.0",
    "last_played": "begun - :days * 86400 + number / 1000.0",
}
"""Columns of a copy that differ from the run's."""
NUMBERS = "WITH RECURSIVE copies (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copies"
"""Counts the copies from 1 on; the number of them and the rest of the statement follow."""


def copy_run(
    folder: Path, count: int, state: str = "ended", reason: str = "won", days: float = 0.0
) -> None:
    """Copy the first run of a folder so many times, as runs that began and closed `days` ago.

    The copies are younger than all other runs, each a little younger than the one before.
    """
    connection = sqlite3.connect(folder / FILE)
    with connection:
        source, last = connection.execute("SELECT min(id), max(id) FROM runs").fetchone()
        values = {"source": source, "last": last, "state": state, "reason": reason, "days": days}
        columns = _columns(connection, "runs")
        chosen = ", ".join(FRESH.get(column, column) for column in columns)
        connection.execute(
            f"{NUMBERS} WHERE number < {count:d}) INSERT INTO runs (id, {', '.join(columns)})"
            f" SELECT :last + number, {chosen} FROM copies, runs WHERE id = :source",
            values,
        )
        for table in PARTS:
            rest = _columns(connection, table)
            chosen = ", ".join(f"part.{column}" for column in rest)
            connection.execute(
                f"INSERT INTO {table} (run, {', '.join(rest)}) SELECT runs.id, {chosen}"
                f" FROM runs JOIN {table} AS part ON part.run = :source WHERE runs.id > :last",
                values,
            )
    connection.close()


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """Return the names of a table's columns but for its first, a run's number."""
    rows = connection.execute(f"PRAGMA table_info({table})").fetchall()
    return [row[1] for row in rows[1:]]


def copied(folder: Path, database: PostgresAddress) -> PostgresAddress:
    """Copy all runs of a folder into a database, and return its address."""
    with RunList(folder) as runs:
        names = [info.run for info in runs.runs()]
    with closing(open_to_write(folder)) as source, closing(open_to_write(database)) as target:
        for name in names:
            assert copying.copy_run(source, target, name, is_shared=False)
    return database
