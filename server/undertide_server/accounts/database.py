"""The SQLite file of accounts: its tables, and how it is opened."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from undertide_server.util.private_files import make_private_file

FILE: Final = "accounts.db"
"""Its name in the server's data folder."""
SCHEMA: Final = 1
"""Version of the tables that all of `_SCRIPTS` make."""
BUSY_SECONDS: Final = 5.0
"""Time that a connection waits for another's transaction: far longer than any takes."""

_FIRST: Final = (
    """CREATE TABLE accounts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        folded TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        password TEXT NOT NULL,
        operator INTEGER NOT NULL DEFAULT 0,
        generation INTEGER NOT NULL DEFAULT 0,
        made REAL NOT NULL,
        seen REAL NOT NULL
    )""",
    """CREATE TABLE tokens (
        digest BLOB PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id),
        made REAL NOT NULL,
        expires REAL NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX tokens_of_account ON tokens (account, made)",
    """CREATE TABLE outlaws (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT NOT NULL,
        network TEXT NOT NULL,
        by TEXT NOT NULL,
        until REAL NOT NULL,
        reason TEXT NOT NULL
    )""",
    """CREATE TABLE deeds (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        who TEXT NOT NULL,
        text TEXT NOT NULL,
        session TEXT NOT NULL
    )""",
    "CREATE INDEX deeds_of_session ON deeds (session, id)",
    """CREATE TRIGGER deeds_stay BEFORE UPDATE ON deeds BEGIN
        SELECT RAISE (ABORT, 'what was done is never rewritten');
    END""",
)
_SCRIPTS: Final = (_FIRST,)
"""The statements that make the tables of each version from those of the version before."""


def open_accounts(folder: Path | None) -> sqlite3.Connection:
    """Return a connection to the accounts of a folder; without one, to a database in memory.

    Missing tables are made and old ones updated. Its commits survive a loss of power. Any thread
    may use the connection, but only one at a time. Raises OSError or sqlite3.Error.
    """
    place = ":memory:" if folder is None else make_private_file(folder / FILE)
    connection = sqlite3.connect(
        place, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _bring_up_to_date(connection, place)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Make all writes inside the context durable at once, or none of them."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def data_version(connection: sqlite3.Connection) -> int:
    """Return a number that changes when another connection has written."""
    found: int = connection.execute("PRAGMA data_version").fetchone()[0]
    return found


def _bring_up_to_date(connection: sqlite3.Connection, place: Path | str) -> None:
    """Make the missing tables, all or nothing. Raises sqlite3.Error."""
    with transaction(connection):
        found: int = connection.execute("PRAGMA user_version").fetchone()[0]
        if found > SCHEMA:
            problem = f"{place} has tables of version {found}; this server knows {SCHEMA}"
            raise sqlite3.DatabaseError(problem)
        for script in _SCRIPTS[found:]:
            for statement in script:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
