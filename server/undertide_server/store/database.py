"""The SQLite file of a host: its tables, and how it is opened."""

import sqlite3
from pathlib import Path

FILE = "undertide.db"
"""Its name in the host's data folder."""
SCHEMA = 1
"""Version of the tables below."""
BUSY_SECONDS = 5.0
"""That a connection waits for another's transaction: far longer than any takes."""

PARTS = ("blocks", "stretches", "hashes", "snapshots", "epochs", "seats")
"""The tables that hold what belongs to one run, by its number in the first column."""

_TABLES = """
CREATE TABLE IF NOT EXISTS contents (
    hash TEXT PRIMARY KEY,
    content BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    preset TEXT NOT NULL,
    pace TEXT NOT NULL,
    seed BLOB NOT NULL,
    rules INTEGER NOT NULL,
    content TEXT NOT NULL REFERENCES contents (hash),
    begun REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'live',
    reason TEXT NOT NULL DEFAULT '',
    closed REAL,
    step INTEGER NOT NULL DEFAULT 0,
    ticks INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS blocks (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS stretches (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    inputs BLOB NOT NULL,
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS hashes (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    hash TEXT NOT NULL,
    marks BLOB NOT NULL,
    PRIMARY KEY (run, step)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
    run INTEGER PRIMARY KEY,
    step INTEGER NOT NULL,
    state BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS epochs (
    run INTEGER NOT NULL,
    after INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (run, after)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    tokens BLOB NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
"""


class WrongSchema(Exception):
    """The database was written by another version of the server."""

    def __init__(self, file: Path, found: int) -> None:
        super().__init__(f"{file} has tables of version {found}; this server knows {SCHEMA}")
        self.found = found


def open_to_write(folder: Path) -> sqlite3.Connection:
    """Return a connection for the one who writes; tables are made where there are none.

    What it commits survives a loss of power. The connection may be used from one thread, whichever.
    Raises sqlite3.Error or WrongSchema.
    """
    file = folder / FILE
    connection = sqlite3.connect(
        file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if _version(connection) == 0:
            connection.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {SCHEMA}; COMMIT;")
        _check_version(connection, file)
    except BaseException:
        connection.close()
        raise
    return connection


def open_to_read(folder: Path) -> sqlite3.Connection:
    """Return a connection that sees the database as it is now, also while a server writes.

    Raises sqlite3.Error, FileNotFoundError where there is no database, or WrongSchema.
    """
    file = folder / FILE
    if not file.is_file():
        raise FileNotFoundError(f"there are no runs in {folder}")
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode=ro",
        timeout=BUSY_SECONDS,
        isolation_level=None,
        uri=True,
    )
    try:
        # All that is read is of one moment, whatever a server writes meanwhile.
        connection.execute("BEGIN")
        _check_version(connection, file)
    except BaseException:
        connection.close()
        raise
    return connection


def _version(connection: sqlite3.Connection) -> int:
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def _check_version(connection: sqlite3.Connection, file: Path) -> None:
    found = _version(connection)
    if found != SCHEMA:
        raise WrongSchema(file, found)
