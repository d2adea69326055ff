"""The SQLite file of runs: its tables, and how it is opened."""

import contextlib
import os
import sqlite3
from functools import lru_cache
from pathlib import Path

from undertide_server.store.errors import DamagedDatabaseError, WrongSchemaError
from undertide_server.store.finders import note_finders
from undertide_server.store.integrity import Schema, check_schema, damage_named, schema_of
from undertide_server.store.unchanged import (
    BUSY_SECONDS,
    connect_to_read,
    connect_to_read_only_media,
    read_text,
)
from undertide_server.util.private_files import make_private_file

FILE = "undertide.db"
"""Its name in the server's data folder."""
SCHEMA = 9
"""Version of the tables that all of `_SCRIPTS` make."""

PARTS = (
    "blocks",
    "stretches",
    "hashes",
    "moments",
    "chunks",
    "landmarks",
    "epochs",
    "seats",
    "settled",
    "logs",
    "chat",
    "renders",
    "rendered_views",
    "unrendered",
    "chronicles",
)
"""The tables with rows for one run, by its number in the first column."""
RENDERS = ("renders", "rendered_views", "unrendered")
"""Those of them without which a run is still whole: it can be played on, and simulated again."""
DERIVED = ("finders",)
"""Tables likewise whose rows follow from those of the others."""

MOST_REPACKED = 64 * 2**20
"""Bytes up to which a file of an earlier version is written anew when it is brought up to date: a
second's work. A larger one can't give space back before `undertide runs compact`."""
MOST_LOG = 16 * 2**20
"""Bytes that the database's log keeps once all of it is in the file: many times what a usual
transaction writes."""

ALREADY_THERE = ("already exists", "duplicate column name")
"""SQLite's words where a table or a column of a later version is there."""

_FIRST = """
CREATE TABLE contents (
    hash TEXT PRIMARY KEY,
    content BLOB NOT NULL
);
CREATE TABLE runs (
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
CREATE TABLE blocks (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE stretches (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    inputs BLOB NOT NULL,
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE hashes (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    hash TEXT NOT NULL,
    marks BLOB NOT NULL,
    PRIMARY KEY (run, step)
) WITHOUT ROWID;
CREATE TABLE snapshots (
    run INTEGER PRIMARY KEY,
    step INTEGER NOT NULL,
    state BLOB NOT NULL
);
CREATE TABLE epochs (
    run INTEGER NOT NULL,
    after INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (run, after)
) WITHOUT ROWID;
CREATE TABLE seats (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    tokens BLOB NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
"""

_MOMENTS = """
CREATE TABLE moments (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    ticks INTEGER NOT NULL,
    PRIMARY KEY (run, step)
) WITHOUT ROWID;
CREATE TABLE chunks (
    run INTEGER NOT NULL,
    part INTEGER NOT NULL,
    step INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, part, step)
);
CREATE TABLE landmarks (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    number INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run, step, number)
) WITHOUT ROWID;
INSERT INTO moments
    SELECT id, snapshots.step, ticks FROM runs JOIN snapshots ON snapshots.run = id;
INSERT INTO chunks SELECT run, 0, step, state FROM snapshots;
DROP TABLE snapshots;

ALTER TABLE blocks RENAME TO old_blocks;
CREATE TABLE blocks (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, first)
);
INSERT INTO blocks SELECT * FROM old_blocks;
DROP TABLE old_blocks;
ALTER TABLE hashes RENAME TO old_hashes;
CREATE TABLE hashes (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    hash TEXT NOT NULL,
    marks BLOB NOT NULL,
    PRIMARY KEY (run, step)
);
INSERT INTO hashes SELECT * FROM old_hashes;
DROP TABLE old_hashes;
"""
"""A snapshot that was stored whole becomes the part of no entity: joined with no other part, it is
the same snapshot. Its ticks are not known. Those of the run's end are no fewer, so a reader that
uses them starts too early, never too late.

Rows of a thousand bytes need tables with row numbers: without them SQLite puts all but a quarter of
a page of each row into a page of its own."""

_SETTLED = """
CREATE TABLE settled (
    run INTEGER PRIMARY KEY,
    data BLOB NOT NULL
);
"""

_LISTS = """
ALTER TABLE runs ADD COLUMN public INTEGER NOT NULL DEFAULT 1;
ALTER TABLE runs ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN last_played REAL NOT NULL DEFAULT 0;
UPDATE runs SET played = step > 0, last_played = coalesce(closed, strftime('%s', 'now'));
CREATE TABLE finders (
    run INTEGER NOT NULL,
    account TEXT NOT NULL,
    PRIMARY KEY (run, account)
) WITHOUT ROWID;
CREATE TABLE leftovers (run INTEGER PRIMARY KEY);
CREATE INDEX finders_by_account ON finders (account, run);
CREATE INDEX runs_public ON runs (id) WHERE public AND played;
CREATE INDEX runs_played ON runs (id) WHERE played;
CREATE INDEX runs_by_state ON runs (state);
CREATE INDEX runs_by_content ON runs (content);
"""
"""What lists and retention ask for, by indexes: whether everybody finds a run (`finders` has the
accounts that find it otherwise), whether it has a step, and when the last one was written. Of a run
that nobody closed that time is not known; now is no earlier, so nothing is deleted too soon.

`leftovers` has the numbers of deleted runs whose rows are still in other tables.

The indexes name no column that changes with each step."""

_LOGS = """
CREATE TABLE logs (
    run INTEGER NOT NULL,
    entity INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, entity)
) WITHOUT ROWID;
CREATE TABLE chat (
    run INTEGER NOT NULL,
    place INTEGER NOT NULL,
    number INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, place)
) WITHOUT ROWID;
ALTER TABLE runs ADD COLUMN tail INTEGER;
"""
"""Each line of chat takes the place of the one that is `records.CHAT_LINES` older.

`tail` is the checksum of a run's stretches that are not yet packed: a packed block has its own. It
is NULL until the run's next step."""

_RENDERS = """
CREATE TABLE renders (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    ticks INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    facts BLOB NOT NULL,
    PRIMARY KEY (run, first)
);
CREATE TABLE rendered_views (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    entity INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, first, entity)
);
CREATE TABLE unrendered (
    run INTEGER PRIMARY KEY,
    rules INTEGER NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX renders_by_size ON renders (run, last, bytes);
"""
"""`store.renders` says what these hold. The index alone answers how far a run is rendered, and how
many bytes all renders take."""

_ELAPSED = """
ALTER TABLE runs ADD COLUMN elapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE moments ADD COLUMN elapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE landmarks ADD COLUMN elapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE renders ADD COLUMN elapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stretches ADD COLUMN since INTEGER;
ALTER TABLE stretches ADD COLUMN until INTEGER;
UPDATE runs SET elapsed = 100 * ticks;
UPDATE moments SET elapsed = 100 * ticks;
UPDATE landmarks SET elapsed = 100 * tick;
UPDATE renders SET elapsed = 100 * ticks;
"""
"""Milliseconds of real time since a run began. Until then they were not noted: ten ticks count as a
second, the speed of real time of those versions. `since` and `until` are those of the first and the
last step of a stretch, NULL where they are not known."""

_RECORDS = """
CREATE TABLE chronicles (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    step INTEGER NOT NULL,
    calling TEXT NOT NULL,
    floor INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, number)
);
CREATE TABLE tallies (
    sort TEXT NOT NULL,
    name TEXT NOT NULL,
    ended INTEGER NOT NULL,
    won INTEGER NOT NULL,
    deepest INTEGER NOT NULL,
    PRIMARY KEY (sort, name)
) WITHOUT ROWID;
ALTER TABLE runs ADD COLUMN deepest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN party INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_deepest ON runs (deepest, id) WHERE public AND deepest > 0;
CREATE INDEX runs_won ON runs (closed, id) WHERE public AND deepest > 0 AND reason = 'won';
"""
"""The chronicle of each hero, and what the page of records shows. `store.leaderboard` says what
these hold. A run has a `deepest` floor once it has ended; those of before have none, so the page
begins with the first run that ends."""

_OWNERS = """
ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_by_owner ON runs (owner) WHERE owner <> '';
CREATE INDEX runs_by_session ON runs (session) WHERE state IN ('live', 'aside');
CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    key BLOB NOT NULL,
    rules INTEGER NOT NULL,
    version TEXT NOT NULL,
    state TEXT NOT NULL,
    sessions INTEGER NOT NULL DEFAULT 0,
    players INTEGER NOT NULL DEFAULT 0,
    watchers INTEGER NOT NULL DEFAULT 0,
    begun REAL NOT NULL,
    renewed REAL NOT NULL,
    expires REAL NOT NULL,
    lines INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE lobby (
    session TEXT NOT NULL,
    node TEXT NOT NULL,
    run TEXT NOT NULL,
    made INTEGER NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (session, node)
);
"""
"""The owner of each run, and the nodes that own runs. `store.ownership` says what these hold. A run
of before rests: it has no owner. `lines` counts the changes of a node's rows in `lobby`."""

_SCRIPTS = (_FIRST, _MOMENTS, _SETTLED, _LISTS, _LOGS, _RENDERS, _ELAPSED, _RECORDS, _OWNERS)
"""The script that makes the tables of each version from those of the version before."""


def open_to_write(folder: Path) -> sqlite3.Connection:
    """Return a connection for the one writer; missing tables are made and old ones updated.

    Its commits survive a loss of power. Any one thread may use the connection. Raises OSError,
    sqlite3.Error or WrongSchemaError.
    """
    # SQLite gives the files beside it the same rights.
    file = make_private_file(folder / FILE)
    connection = sqlite3.connect(
        file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = read_text
    try:
        with damage_named(file):
            # This counts for a new file, and for an old one when it is written anew.
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA journal_size_limit = {MOST_LOG}")
            connection.execute("PRAGMA synchronous = FULL")
            update_tables(connection, file)
            check_tables(connection, file)
    except BaseException:
        connection.close()
        raise
    return connection


def open_to_read(folder: Path) -> sqlite3.Connection:
    """Return a connection that sees the database as it is now, even while a server writes.

    The folder may be read-only. Raises sqlite3.Error, FileNotFoundError if there is no database,
    DamagedDatabaseError or WrongSchemaError.
    """
    file = folder / FILE
    if not file.is_file():
        raise FileNotFoundError(f"there are no runs in {folder}")
    try:
        return _begun(connect_to_read(file), file)
    except sqlite3.OperationalError:
        if os.access(folder, os.W_OK):
            raise
    return _begun(connect_to_read_only_media(file), file)


def _begun(connection: sqlite3.Connection, file: Path) -> sqlite3.Connection:
    """Return a connection whose reads all see one moment, whatever a server writes meanwhile."""
    try:
        with damage_named(file):
            connection.execute("BEGIN")
            check_tables(connection, file)
    except BaseException:
        connection.close()
        raise
    return connection


def compact(folder: Path) -> None:
    """Write a folder's database anew: without free space, and able to give back what gets free.

    It needs as much space again meanwhile. Raises sqlite3.Error or WrongSchemaError.
    """
    with contextlib.closing(open_to_write(folder)) as connection:
        connection.execute("VACUUM")


def update_tables(connection: sqlite3.Connection, file: Path) -> None:
    """Make the missing tables, all or nothing, if the database is of an earlier version."""
    if not is_older(connection):
        return
    try:
        _bring_up_to_date(connection)
    except sqlite3.OperationalError as fault:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if not any(words in str(fault) for words in ALREADY_THERE):
            raise
        problem = f"its version is not that of its tables: {fault}"
        raise DamagedDatabaseError(file, problem, "restore a backup") from fault


def is_older(connection: sqlite3.Connection) -> bool:
    """Return whether the database is of an earlier version of the tables."""
    return _version(connection) in range(SCHEMA)


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Make the missing tables, all or nothing; then write a small file anew."""
    connection.execute("BEGIN IMMEDIATE")
    # Another process may have done it since this one read the version.
    found = _version(connection)
    for script in _SCRIPTS[found:]:
        for statement in script.split(";"):
            connection.execute(statement)
    if 0 < found < SCHEMA:
        for run, data in connection.execute("SELECT run, data FROM settled").fetchall():
            note_finders(connection, run, data)
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")
    if 0 < found < SCHEMA and size_of(connection) <= MOST_REPACKED:
        # It can wait where the disk has no room, or another process reads the file.
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute("VACUUM")


def size_of(connection: sqlite3.Connection) -> int:
    """Return the bytes of a database, those that are free in it included."""
    pages: int = connection.execute("PRAGMA page_count").fetchone()[0]
    bytes_of_page: int = connection.execute("PRAGMA page_size").fetchone()[0]
    return pages * bytes_of_page


def _version(connection: sqlite3.Connection) -> int:
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def check_tables(connection: sqlite3.Connection, file: Path) -> None:
    """Raise WrongSchemaError or DamagedDatabaseError unless the tables are those of `SCHEMA`."""
    found = _version(connection)
    if found != SCHEMA:
        raise WrongSchemaError(file, found, SCHEMA)
    check_schema(connection, file, _expected)


@lru_cache(maxsize=1)
def _expected() -> Schema:
    """Return the tables of this version."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _bring_up_to_date(connection)
        return schema_of(connection)
