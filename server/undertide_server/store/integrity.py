"""The structure of a database: pages, indexes and tables, held against each other."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from undertide_server.store.errors import DamagedDatabaseError
from undertide_server.store.unchanged import beside, opened_unchanged
from undertide_server.store.write_ahead_log import damage_of

MOST_PROBLEMS: Final = 1000
"""Most problems that SQLite lists: enough to tell damaged pages from damaged indexes."""
OF_ROWS: Final = re.compile(r"(NULL|TEXT|NUMERIC|non-\w+) value in \w+\.\w+")
"""A problem of one row. Readers find it and name the run."""
OF_INDEXES: Final = re.compile(
    r"row(id)? .*(missing from|values differ from|of) index |(non-unique entry|wrong #.*) in index "
)
"""A problem that goes away when the indexes are made again from their tables."""

Schema = frozenset[tuple[str, str]]
"""The names of all tables with those of their columns."""


@contextmanager
def damage_named(file: Path, remedy: str = "") -> Iterator[None]:
    """Raise DamagedDatabaseError for SQLite's own complaints about a damaged file."""
    try:
        yield
    except sqlite3.OperationalError:
        raise  # The disk, or another process: the file itself may be sound.
    except sqlite3.DatabaseError as fault:
        raise DamagedDatabaseError(file, str(fault), remedy) from fault


def has_stale_indexes(file: Path, remedy: str = "") -> bool:
    """Check a database without a change to it; return whether its indexes must be made again.

    Raises DamagedDatabaseError when pages or the log are damaged, OSError or sqlite3.Error.
    """
    log = beside(file, "-wal")
    # Twice: a server may have begun the log anew while it was read.
    problem = damage_of(log) and damage_of(log)
    if problem:
        raise DamagedDatabaseError(log, problem, remedy)
    with damage_named(file, remedy), opened_unchanged(file) as connection:
        rows = connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})")
        problems = [row[0] for row in rows if row[0] != "ok" and not OF_ROWS.fullmatch(row[0])]
    pages = [problem for problem in problems if not OF_INDEXES.match(problem)]
    if pages:
        raise DamagedDatabaseError(file, " ".join(pages[0].split()), remedy)
    return bool(problems)


def rebuild_indexes(connection: sqlite3.Connection, file: Path, remedy: str = "") -> None:
    """Make all indexes again from their tables. Raises DamagedDatabaseError, or sqlite3.Error."""
    try:
        connection.execute("REINDEX")
    except sqlite3.IntegrityError as fault:
        problem = f"two of its rows have the same key ({fault})"
        raise DamagedDatabaseError(file, problem, remedy) from fault


def schema_of(connection: sqlite3.Connection) -> Schema:
    """Return the columns of all tables of a database."""
    rows = connection.execute(
        "SELECT tables.name, columns.name FROM sqlite_schema AS tables"
        " JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
    )
    return frozenset((str(table), str(column)) for table, column in rows)


def check_schema(
    connection: sqlite3.Connection, file: Path, expected: Callable[[], Schema], remedy: str = ""
) -> None:
    """Raise DamagedDatabaseError unless a database has all columns of its version."""
    with damage_named(file, remedy):
        missing = expected() - schema_of(connection)
    if missing:
        table, column = min(missing)
        raise DamagedDatabaseError(file, f"its table {table!r} has no {column!r}", remedy)
