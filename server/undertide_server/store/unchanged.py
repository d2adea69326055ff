"""Reading a database without a change to anything in its folder, even on read-only media."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

BUSY_SECONDS: Final = 5.0
"""Time that a connection waits for another's transaction: far longer than any takes."""
IMMUTABLE: Final = "immutable=1"
"""Nobody writes to the database: SQLite needs no files beside it."""
READ_ONLY_MEMORY: Final = "readonly_shm=1"
"""SQLite reads the memory that it shares with a server; without a server it uses its own."""


@contextmanager
def opened_unchanged(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a database as its next user would find it, and write nothing beside it.

    Raises OSError or sqlite3.Error.
    """
    with closing(_open(file)) as connection:
        connection.execute("BEGIN")
        yield connection


def copy_of(source: sqlite3.Connection) -> sqlite3.Connection:
    """Return a temporary copy of a database, page by page, that goes with its connection."""
    target = sqlite3.connect("", isolation_level=None)
    target.text_factory = read_text
    source.backup(target)
    return target


def connect_to_read(file: Path, *options: str) -> sqlite3.Connection:
    """Return a connection that reads a database while others may write to it.

    SQLite makes the files beside the database that it needs for that, unless further `options` say
    something else. Raises sqlite3.Error.
    """
    address = f"{file.absolute().as_uri()}?{'&'.join(('mode=ro', *options))}"
    connection = sqlite3.connect(address, timeout=BUSY_SECONDS, isolation_level=None, uri=True)
    connection.text_factory = read_text
    return connection


def read_text(data: bytes) -> str:
    """Return stored text.

    Damaged bytes must not make a whole list of rows unreadable, nor stand in an error.
    """
    return data.decode(errors="replace")


def connect_to_read_only_media(file: Path) -> sqlite3.Connection:
    """Return a connection to a database in whose folder SQLite can't make files."""
    if _has_log(file):
        return _copy_with_log(file)
    return connect_to_read(file, IMMUTABLE)


def _open(file: Path) -> sqlite3.Connection:
    if not beside(file, "-shm").exists():
        # Nobody uses it: whoever did would have made that file.
        return connect_to_read_only_media(file)
    connection = connect_to_read(file, READ_ONLY_MEMORY)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema")
    except sqlite3.OperationalError:
        connection.close()
        return connect_to_read_only_media(file)
    return connection


def _copy_with_log(file: Path) -> sqlite3.Connection:
    """Return a copy of a database and its log: SQLite can't read the log where they are."""
    with TemporaryDirectory() as place:
        copy = Path(place, file.name)
        for name in (file, beside(file, "-wal")):
            shutil.copyfile(name, copy.with_name(name.name))
        with closing(sqlite3.connect(copy, isolation_level=None)) as source:
            return copy_of(source)


def _has_log(file: Path) -> bool:
    log = beside(file, "-wal")
    return log.exists() and log.stat().st_size > 0


def beside(file: Path, suffix: str) -> Path:
    """Return the path of the log ("-wal") or the shared memory ("-shm") of a database."""
    return file.with_name(file.name + suffix)
