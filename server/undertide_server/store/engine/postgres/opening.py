"""Opening a PostgreSQL database to write to it, or to read it as it is at one moment."""

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.pool import pool_of
from undertide_server.store.engine.postgres.raw import SoleConnection
from undertide_server.store.engine.postgres.tables import (
    PostgresTables,
    check_tables,
    update_tables,
)
from undertide_server.store.engine.postgres.waits import PLAY, Waits


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
    try:
        update_tables(connection, tables)
        check_tables(connection, tables)
    except BaseException:
        connection.close()
        raise
    return connection


def open_as_it_is(address: PostgresAddress, waits: Waits) -> PostgresConnection:
    """Return a connection that sees a database as it is now, whatever tables it has.

    Nothing can be written by it. Raises StoreError.
    """
    connection = PostgresConnection(address, SoleConnection(address, waits))
    try:
        connection.see_one_moment()
    except BaseException:
        connection.close()
        raise
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
    try:
        connection.see_one_moment()
        check_tables(connection, tables)
    except BaseException:
        connection.close()
        raise
    return connection
