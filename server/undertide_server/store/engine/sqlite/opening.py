"""Opening a SQLite file to write to it, or to read it as it is at one moment."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from undertide_server.store.engine.faults import StoreFaultError
from undertide_server.store.engine.sqlite.connection import SqliteConnection, connect
from undertide_server.store.engine.sqlite.tables import (
    Tables,
    check_tables,
    is_older,
    update_tables,
)
from undertide_server.store.engine.sqlite.unchanged import (
    connect_to_read,
    connect_to_read_only_media,
    copy_of,
)
from undertide_server.store.engine.sqlite.write_queue import CAN_QUEUE, WriteQueue
from undertide_server.util.closing import closed_on_fault
from undertide_server.util.private_files import make_private_file

IN_MEMORY: Final = Path(":memory:")
"""The name of a database that goes with its connection."""
MOST_REPACKED = 64 * 2**20
"""Bytes up to which a file of an earlier version is written anew when it is brought up to date: a
second's work. A larger one can't give space back before `undertide runs compact`."""
MOST_LOG = 16 * 2**20
"""Bytes that the database's log keeps once all of it is in the file: many times what a usual
transaction writes."""


def open_to_write(file: Path, tables: Tables, *, survives_power: bool = True) -> SqliteConnection:
    """Return a connection that may write; missing tables are made and old ones updated.

    Its commits outlive the process, and a loss of power unless `survives_power` is false: then they
    cost no sync of the disk. Any one thread at a time may use the connection. Raises OSError or
    StoreError.
    """
    # SQLite gives the files beside it the same rights.
    place = file if file == IN_MEMORY else make_private_file(file)
    connection = connect(place, file, tables.remedy, one_thread=False)
    with closed_on_fault(connection):
        # This counts for a new file, and for an old one when it is written anew.
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA journal_size_limit = {MOST_LOG}")
        connection.execute(f"PRAGMA synchronous = {'FULL' if survives_power else 'NORMAL'}")
        if CAN_QUEUE and file != IN_MEMORY:
            connection.queue = WriteQueue(file)
        if update_tables(connection, tables):
            _repack(connection)
        check_tables(connection, tables)
    return connection


def open_to_read(file: Path, tables: Tables) -> SqliteConnection:
    """Return a connection that sees the database as it is now, even while a server writes.

    Its folder may be read-only. Raises StoreError.
    """
    connection = _of_one_moment(file, tables)
    with closed_on_fault(connection):
        check_tables(connection, tables)
    return connection


def open_updated(file: Path, tables: Tables) -> SqliteConnection:
    """Return a connection that sees the database as a server that starts on it now would.

    Tables of an earlier version are brought up to date in a temporary copy, which goes with the
    connection and takes as much space. Raises as `open_to_read`.
    """
    connection = _of_one_moment(file, tables)
    with closed_on_fault(connection):
        if not is_older(connection, tables) or connection.setting("user_version") == 0:
            check_tables(connection, tables)
            return connection
        copy = copy_of(connection)
    connection.close()
    with closed_on_fault(copy):
        update_tables(copy, tables)
        check_tables(copy, tables)
    return copy


def _of_one_moment(file: Path, tables: Tables) -> SqliteConnection:
    """Return a connection whose reads all see one moment."""
    try:
        return _begun(connect_to_read(file, remedy=tables.remedy))
    except StoreFaultError:
        if os.access(file.parent, os.W_OK):
            raise
    return _begun(connect_to_read_only_media(file, tables.remedy))


def _begun(connection: SqliteConnection) -> SqliteConnection:
    with closed_on_fault(connection):
        connection.see_one_moment()
    return connection


def _repack(connection: SqliteConnection) -> None:
    """Write a small file anew, unless the disk has no room or another process reads the file."""
    space = connection.space()
    if space.kept + space.free <= MOST_REPACKED:
        with suppress(StoreFaultError):
            connection.compact()
