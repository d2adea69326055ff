"""The structure of a database: pages and indexes, held against each other."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from undertide_server.store.engine.faults import DamagedDatabaseError, StoreError
from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.engine.sqlite.unchanged import beside, opened_unchanged
from undertide_server.store.engine.sqlite.write_ahead_log import damage_of

MOST_PROBLEMS: Final = 1000
"""Most problems that SQLite lists: enough to tell damaged pages from damaged indexes."""
OF_ROWS: Final = re.compile(r"(NULL|TEXT|NUMERIC|non-\w+) value in \w+\.\w+")
"""A problem of one row. Readers find it and name the run."""
OF_INDEXES: Final = re.compile(
    r"row(id)? .*(missing from|values differ from|of) index |(non-unique entry|wrong #.*) in index "
)
"""A problem that goes away when the indexes are made again from their tables."""


def has_stale_indexes(file: Path, remedy: str = "") -> bool:
    """Check a database without a change to it; return whether its indexes must be made again.

    Raises DamagedDatabaseError when pages or the log are damaged, OSError or StoreFaultError.
    """
    log = beside(file, "-wal")
    # Twice: a server may have begun the log anew while it was read.
    problem = damage_of(log) and damage_of(log)
    if problem:
        raise DamagedDatabaseError(log, problem, remedy)
    with opened_unchanged(file, remedy) as connection:
        found = [each for each in problems_of(connection) if not OF_ROWS.fullmatch(each)]
    pages = [problem for problem in found if not OF_INDEXES.match(problem)]
    if pages:
        raise DamagedDatabaseError(file, " ".join(pages[0].split()), remedy)
    return bool(found)


def problems_of(connection: SqliteConnection, most: int = MOST_PROBLEMS) -> list[str]:
    """Return SQLite's words about the first `most` problems of a database; none if it's sound.

    This looks at the whole database.
    """
    rows = connection.execute(f"PRAGMA integrity_check({most})")
    return [row[0] for row in rows if row[0] != "ok"]


def readable_values(connection: SqliteConnection, table: str, column: str) -> Iterator[Any]:
    """Yield the values of a unique column of a damaged table, as many as can be read.

    There are two ways through a table: a damaged page seldom lies on both.
    """
    found: set[Any] = set()
    for scan in ("NOT INDEXED", f"INDEXED BY sqlite_autoindex_{table}_1"):
        with suppress(StoreError):
            for (value,) in connection.execute(f"SELECT {column} FROM {table} {scan}"):  # noqa: S608
                if value not in found:
                    found.add(value)
                    yield value
