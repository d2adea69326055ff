"""The SQLite file of accounts: its tables, and how it is opened."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

from undertide_server.store.errors import DamagedDatabaseError, WrongSchemaError
from undertide_server.store.integrity import (
    Schema,
    check_schema,
    damage_named,
    has_stale_indexes,
    rebuild_indexes,
    schema_of,
)
from undertide_server.store.unchanged import copy_of, opened_unchanged, read_text
from undertide_server.util.private_files import make_private_file

FILE: Final = "accounts.db"
"""Its name in the server's data folder."""
REMEDY: Final = (
    "restore it from a backup, or move it away: the server then starts without accounts and bans"
)
"""What an operator can do about a damaged file."""
SCHEMA: Final = 3
"""Version of the tables that all of `_SCRIPTS` make."""
MOST_CHANGES: Final = 1000
"""Changes of accounts and bans that a trigger leaves in their list. A process that missed more
reads all accounts."""
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
_SECOND: Final = (
    """CREATE TABLE reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        session TEXT NOT NULL,
        by TEXT NOT NULL,
        by_account TEXT NOT NULL,
        name TEXT NOT NULL,
        account TEXT NOT NULL,
        address TEXT NOT NULL,
        reason TEXT NOT NULL,
        lines BLOB NOT NULL
    )""",
    "CREATE TABLE erased (digest BLOB PRIMARY KEY) WITHOUT ROWID",
)

_THIRD: Final = (
    """CREATE TABLE changes (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        id INTEGER NOT NULL
    )""",
    """CREATE TRIGGER old_changes_end AFTER INSERT ON changes BEGIN
        DELETE FROM changes WHERE number <= NEW.number - 1000;
    END""",
    """CREATE TRIGGER account_made AFTER INSERT ON accounts BEGIN
        INSERT INTO changes (kind, id) VALUES ('account', NEW.id);
    END""",
    """CREATE TRIGGER account_erased AFTER DELETE ON accounts BEGIN
        INSERT INTO changes (kind, id) VALUES ('account', OLD.id);
    END""",
    """CREATE TRIGGER account_changed AFTER UPDATE OF name, operator, generation ON accounts BEGIN
        INSERT INTO changes (kind, id) VALUES ('account', NEW.id);
    END""",
    """CREATE TRIGGER ban_made AFTER INSERT ON outlaws BEGIN
        INSERT INTO changes (kind, id) VALUES ('ban', NEW.id);
    END""",
    """CREATE TRIGGER ban_ended AFTER DELETE ON outlaws BEGIN
        INSERT INTO changes (kind, id) VALUES ('ban', OLD.id);
    END""",
    """CREATE TABLE tries (
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        clear_at REAL NOT NULL,
        PRIMARY KEY (kind, key)
    ) WITHOUT ROWID""",
)
_SCRIPTS: Final = (_FIRST, _SECOND, _THIRD)
"""The statements that make the tables of each version from those of the version before."""


def open_accounts(folder: Path | None) -> sqlite3.Connection:
    """Return a connection to the accounts of a folder; without one, to a database in memory.

    Missing tables are made and old ones updated. Its commits survive a loss of power. Any thread
    may use the connection, but only one at a time. Raises OSError, sqlite3.Error or
    DamagedDatabaseError.
    """
    place = Path(":memory:") if folder is None else make_private_file(folder / FILE)
    connection = sqlite3.connect(
        place, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = read_text
    try:
        with damage_named(place, REMEDY):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            _bring_up_to_date(connection, place)
            check_schema(connection, place, _expected, REMEDY)
    except BaseException:
        connection.close()
        raise
    return connection


def mend_accounts(folder: Path) -> bool:
    """Check the accounts of a folder, if there are any; return whether indexes were made again.

    The caller holds the folder. Raises DamagedDatabaseError, OSError or sqlite3.Error.
    """
    file = folder / FILE
    if not file.is_file() or not has_stale_indexes(file, REMEDY):
        return False
    with closing(open_accounts(folder)) as connection:
        rebuild_indexes(connection, file, REMEDY)
    return True


@contextmanager
def accounts_as_mended(folder: Path) -> Iterator[sqlite3.Connection]:
    """Show the accounts of a folder as the next start would mend them, and change nothing there.

    Raises like `mend_accounts`.
    """
    file = folder / FILE
    has_stale_indexes(file, REMEDY)
    with opened_unchanged(file) as connection, closing(copy_of(connection)) as copy:
        with damage_named(file, REMEDY):
            _bring_up_to_date(copy, file)
            check_schema(copy, file, _expected, REMEDY)
            rebuild_indexes(copy, file, REMEDY)
        yield copy


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


def _bring_up_to_date(connection: sqlite3.Connection, place: Path) -> None:
    """Make the missing tables, all or nothing. Raises WrongSchemaError or sqlite3.Error."""
    with transaction(connection), _same_version(place):
        found: int = connection.execute("PRAGMA user_version").fetchone()[0]
        if found not in range(SCHEMA + 1):
            raise WrongSchemaError(place, found, SCHEMA)
        for script in _SCRIPTS[found:]:
            for statement in script:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")


@contextmanager
def _same_version(place: Path) -> Iterator[None]:
    """Raise DamagedDatabaseError if the version says that tables are missing which are there."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        if "already exists" not in str(fault):
            raise
        problem = f"its version is not that of its tables: {fault}"
        raise DamagedDatabaseError(place, problem, REMEDY) from fault


@lru_cache(maxsize=1)
def _expected() -> Schema:
    """Return the tables of this version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _bring_up_to_date(connection, Path(":memory:"))
        return schema_of(connection)
