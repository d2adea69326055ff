"""Opening a PostgreSQL database to write to it, or to read it as it is at one moment."""

from typing import Final

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.bounded_connection import SoleConnection
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.pool import pool_of
from undertide_server.store.engine.postgres.tables import (
    PostgresTables,
    check_tables,
    check_version,
    update_tables,
)
from undertide_server.store.engine.postgres.waits import PLAY, Waits
from undertide_server.util.closing import closed_on_fault

_found: Final[set[tuple[PostgresAddress, PostgresTables]]] = set()
"""The databases in which this process has found all columns. They change with the version alone."""


def forget_tables() -> None:
    """Forget which tables were found: somebody has changed them beside all versions."""
    _found.clear()


def connect(address: PostgresAddress, waits: Waits = PLAY) -> PostgresConnection:
    """Return a connection to a database, whatever tables it has. Raises StoreFaultError."""
    return PostgresConnection(address, SoleConnection(address, waits))


def open_to_write(
    address: PostgresAddress, tables: PostgresTables, waits: Waits = PLAY
) -> PostgresConnection:
    """Return a connection that may write; missing tables are made and old ones updated.

    Its commits outlive the server, if that is set up as `requirements` says. Any one thread at a
    time may use the connection. Raises StoreError.
    """
    connection = connect(address, waits)
    with closed_on_fault(connection):
        update_tables(connection, tables)
        _check(connection, tables)
    return connection


def open_as_it_is(address: PostgresAddress, waits: Waits) -> PostgresConnection:
    """Return a connection that sees a database as it is now, whatever tables it has.

    Nothing can be written by it. Raises StoreError.
    """
    connection = connect(address, waits)
    with closed_on_fault(connection):
        connection.see_one_moment()
    return connection


def open_to_read(
    address: PostgresAddress, tables: PostgresTables, waits: Waits | None = None
) -> PostgresConnection:
    """Return a connection that sees the database as it is now, while others write.

    It is one of few that all readers of this process share: close it soon. With `waits` it is
    nobody else's. Raises StoreError.
    """
    source = pool_of(address) if waits is None else SoleConnection(address, waits)
    connection = PostgresConnection(address, source)
    with closed_on_fault(connection):
        connection.see_one_moment()
        _check(connection, tables)
    return connection


def _check(connection: PostgresConnection, tables: PostgresTables) -> None:
    """Raise WrongSchemaError or DamagedDatabaseError unless a database has these tables."""
    if (connection.address, tables) in _found:
        check_version(connection, tables)
    else:
        check_tables(connection, tables)
        _found.add((connection.address, tables))
