"""Reading a database without a change to anything in its folder, even on read-only media."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from undertide_server.store.engine.faults import StoreFaultError
from undertide_server.store.engine.sqlite.connection import SqliteConnection, connect

IMMUTABLE: Final = "immutable=1"
"""Nobody writes to the database: SQLite needs no files beside it."""
READ_ONLY_MEMORY: Final = "readonly_shm=1"
"""SQLite reads the memory that it shares with a server; without a server it uses its own."""


@contextmanager
def opened_unchanged(file: Path, remedy: str = "") -> Iterator[SqliteConnection]:
    """Open a database as its next user would find it, and write nothing beside it.

    Raises OSError or StoreError.
    """
    with closing(_open(file, remedy)) as connection:
        connection.see_one_moment()
        yield connection


def copy_of(source: SqliteConnection) -> SqliteConnection:
    """Return a temporary copy of a database, page by page, that goes with its connection."""
    target = connect("", source.file, source.remedy)
    source.copy_into(target)
    return target


def connect_to_read(file: Path, *options: str, remedy: str = "") -> SqliteConnection:
    """Return a connection that reads a database while others may write to it.

    SQLite makes the files beside the database that it needs for that, unless further `options` say
    something else. Raises StoreFaultError.
    """
    address = f"{file.absolute().as_uri()}?{'&'.join(('mode=ro', *options))}"
    return connect(address, file, remedy, is_uri=True)


def connect_to_read_only_media(file: Path, remedy: str = "") -> SqliteConnection:
    """Return a connection to a database in whose folder SQLite can't make files."""
    if _has_log(file):
        return _copy_with_log(file, remedy)
    return connect_to_read(file, IMMUTABLE, remedy=remedy)


def _open(file: Path, remedy: str) -> SqliteConnection:
    if not beside(file, "-shm").exists():
        # Nobody uses it: whoever did would have made that file.
        return connect_to_read_only_media(file, remedy)
    connection = connect_to_read(file, READ_ONLY_MEMORY, remedy=remedy)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema")
    except StoreFaultError:
        connection.close()
        return connect_to_read_only_media(file, remedy)
    except BaseException:
        connection.close()
        raise
    return connection


def _copy_with_log(file: Path, remedy: str) -> SqliteConnection:
    """Return a copy of a database and its log: SQLite can't read the log where they are."""
    with TemporaryDirectory() as place:
        copy = Path(place, file.name)
        for name in (file, beside(file, "-wal")):
            shutil.copyfile(name, copy.with_name(name.name))
        with closing(connect(copy, file, remedy)) as source:
            return copy_of(source)


def _has_log(file: Path) -> bool:
    log = beside(file, "-wal")
    return log.exists() and log.stat().st_size > 0


def beside(file: Path, suffix: str) -> Path:
    """Return the path of the log ("-wal") or the shared memory ("-shm") of a database."""
    return file.with_name(file.name + suffix)
