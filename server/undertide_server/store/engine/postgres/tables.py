"""The tables of a database: made when it is new, brought up to date when it is old, and checked.

Several sets of tables share a database: each has its version in the table `schemas`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from undertide_server.store.engine.faults import DamagedDatabaseError, WrongSchemaError
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.faults import REMEDY, AlreadyThereError
from undertide_server.store.engine.postgres.waits import PATIENT
from undertide_server.store.engine.protocol import StoreConnection

Columns = frozenset[tuple[str, str]]
"""The names of all tables with those of their columns."""

_SCHEMAS: Final = """
CREATE TABLE IF NOT EXISTS schemas (
    name TEXT COLLATE "C" PRIMARY KEY,
    version BIGINT NOT NULL
)
"""
_NOTE_VERSION: Final = """
INSERT INTO schemas (name, version) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET version = excluded.version
"""
_COLUMNS: Final = """
SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = ANY (current_schemas(false))
"""
_TABLE: Final = re.compile(r"CREATE TABLE (?P<table>\w+) \((?P<body>.*)\)", re.DOTALL)
_COLUMN: Final = re.compile(r"^\s*(\w+) (?:TEXT|BYTEA|BIGINT|DOUBLE PRECISION)\b", re.MULTILINE)
_ADDED: Final = re.compile(r"ALTER TABLE (\w+) ADD COLUMN (\w+) ")
_REMOVED: Final = re.compile(r"ALTER TABLE (\w+) DROP COLUMN (\w+)")


def nothing_more(_connection: StoreConnection) -> None:
    """Do nothing more to a database that was brought up to date."""


@dataclass(frozen=True, slots=True)
class PostgresTables:
    """A set of tables in each of their versions."""

    name: str
    """The name of the set."""
    first: int
    """The version that the first script makes from nothing. Earlier ones were only SQLite's."""
    scripts: tuple[Sequence[str], ...]
    """The statements that make the tables of each version from those of the version before."""
    fill: Callable[[StoreConnection], None] = nothing_more
    """Called after the tables of an earlier version were brought up to date, before the commit."""
    allow: Callable[[StoreConnection], None] = nothing_more
    """Called before the tables of an earlier version are changed; it raises if they must stay."""

    @property
    def version(self) -> int:
        """The present version."""
        return self.first + len(self.scripts) - 1

    def missing(self, found: int) -> Iterator[str]:
        """Yield the statements that bring tables of a version up to date; 0 for none."""
        for script in self.scripts[max(0, found - self.first + 1) :]:
            yield from script


def update_tables(connection: PostgresConnection, tables: PostgresTables) -> bool:
    """Make missing tables, all or nothing; return whether there were some of an earlier version.

    Of several processes one does it. Tables of a later version are left alone. Raises
    DamagedDatabaseError if tables are there that the version doesn't have, or StoreFaultError.
    """
    if not is_older(connection, tables):
        return False
    try:
        return _brought_up_to_date(connection, tables)
    except AlreadyThereError as fault:
        problem = f"its version is not that of its tables: {fault}"
        raise DamagedDatabaseError(connection.address.shown, problem, REMEDY) from fault


def is_older(connection: PostgresConnection, tables: PostgresTables) -> bool:
    """Return whether a database has tables of an earlier version, or none yet."""
    return version_of(connection, tables) < tables.version


def check_tables(connection: PostgresConnection, tables: PostgresTables) -> None:
    """Raise WrongSchemaError or DamagedDatabaseError unless all columns of this version are there.

    There may be more.
    """
    check_version(connection, tables)
    missing = columns_of(tables) - columns_in(connection)
    if missing:
        table, column = min(missing)
        problem = f"its table {table!r} has no {column!r}"
        raise DamagedDatabaseError(connection.address.shown, problem, REMEDY)


def check_version(connection: PostgresConnection, tables: PostgresTables) -> None:
    """Raise WrongSchemaError unless a database has this version of the tables."""
    found = version_of(connection, tables)
    if found != tables.version:
        raise WrongSchemaError(connection.address.shown, found, tables.version)


def version_of(connection: PostgresConnection, tables: PostgresTables) -> int:
    """Return the version of the tables that a database has; 0 for none."""
    there = connection.execute("SELECT to_regclass('schemas') IS NOT NULL").fetchone()[0]
    row = (
        there
        and connection.execute(
            "SELECT version FROM schemas WHERE name = ?", (tables.name,)
        ).fetchone()
    )
    return int(row[0]) if row else 0


def columns_in(connection: PostgresConnection) -> Columns:
    """Return the columns that a database has."""
    return frozenset((str(table), str(column)) for table, column in connection.execute(_COLUMNS))


@lru_cache(maxsize=4)
def columns_of(tables: PostgresTables) -> Columns:
    """Return the columns that the scripts of a set of tables make."""
    columns: set[tuple[str, str]] = set()
    for script in tables.scripts:
        for statement in script:
            for made in _TABLE.finditer(statement):
                columns |= {(made["table"], column) for column in _COLUMN.findall(made["body"])}
            columns |= set(_ADDED.findall(statement))
            columns -= set(_REMOVED.findall(statement))
    return frozenset(columns)


def _brought_up_to_date(connection: PostgresConnection, tables: PostgresTables) -> bool:
    with connection.patience(PATIENT):
        connection.lock("tables")
        connection.execute(_SCHEMAS)
        # Another process may have done it since this one read the version.
        found = version_of(connection, tables)
        if found >= tables.version:
            return False
        if found:
            tables.allow(connection)
        for statement in tables.missing(found):
            connection.execute(statement)
        if found:
            tables.fill(connection)
        connection.execute(_NOTE_VERSION, (tables.name, tables.version))
    return bool(found)
