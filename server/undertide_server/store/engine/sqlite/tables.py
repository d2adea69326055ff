"""The tables of a database: made when it is new, brought up to date when it is old, and checked."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from undertide_server.store.engine.faults import (
    DamagedDatabaseError,
    StatementError,
    WrongSchemaError,
)
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite.connection import SqliteConnection, connect

ALREADY_THERE: Final = ("already exists", "duplicate column name")
"""SQLite's words where a table or a column of a later version is there."""

Columns = frozenset[tuple[str, str]]
"""The names of all tables with those of their columns."""


def nothing_more(_connection: StoreConnection) -> None:
    """Do nothing more to a database that was brought up to date."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a database in each of their versions."""

    scripts: tuple[Sequence[str], ...]
    """The statements that make the tables of each version from those of the version before."""
    remedy: str = ""
    """What an operator can do about a damaged file; empty for the usual words."""
    fill: Callable[[StoreConnection], None] = nothing_more
    """Called after the tables of an earlier version were brought up to date, before the commit."""

    @property
    def version(self) -> int:
        """The present version."""
        return len(self.scripts)


def update_tables(connection: SqliteConnection, tables: Tables) -> bool:
    """Make missing tables, all or nothing; return whether there were some of an earlier version.

    Tables of a later version are left alone. Raises DamagedDatabaseError if tables are there that
    the version doesn't have, or StoreFaultError.
    """
    if not is_older(connection, tables):
        return False
    try:
        return _brought_up_to_date(connection, tables)
    except StatementError as fault:
        if not any(words in str(fault) for words in ALREADY_THERE):
            raise
        problem = f"its version is not that of its tables: {fault}"
        remedy = tables.remedy or "restore a backup"
        raise DamagedDatabaseError(connection.file, problem, remedy) from fault


def is_older(connection: SqliteConnection, tables: Tables) -> bool:
    """Return whether a database has tables of an earlier version, or none yet."""
    return _version(connection) in range(tables.version)


def check_tables(connection: SqliteConnection, tables: Tables) -> None:
    """Raise WrongSchemaError or DamagedDatabaseError unless all columns of this version are there.

    There may be more.
    """
    found = _version(connection)
    if found != tables.version:
        raise WrongSchemaError(connection.file, found, tables.version)
    missing = _expected(tables) - _columns_of(connection)
    if missing:
        table, column = min(missing)
        problem = f"its table {table!r} has no {column!r}"
        raise DamagedDatabaseError(connection.file, problem, tables.remedy)


def _brought_up_to_date(connection: SqliteConnection, tables: Tables) -> bool:
    with connection.transaction():
        # Another process may have done it since this one read the version.
        found = _version(connection)
        for script in tables.scripts[found:]:
            for statement in script:
                connection.execute(statement)
        was_older = 0 < found < tables.version
        if was_older:
            tables.fill(connection)
        connection.execute(f"PRAGMA user_version = {tables.version}")
    return was_older


def _version(connection: SqliteConnection) -> int:
    return connection.setting("user_version")


def _columns_of(connection: SqliteConnection) -> Columns:
    rows = connection.execute(
        "SELECT tables.name, columns.name FROM sqlite_schema AS tables"
        " JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
    )
    return frozenset((str(table), str(column)) for table, column in rows)


@lru_cache(maxsize=4)
def _expected(tables: Tables) -> Columns:
    """Return the columns of this version."""
    with closing(connect(":memory:", Path(":memory:"))) as connection:
        _brought_up_to_date(connection, tables)
        return _columns_of(connection)
