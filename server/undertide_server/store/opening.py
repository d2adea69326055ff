"""Opening the runs, wherever they are: to write to them, or to read them as they are now."""

# The engine of PostgreSQL is an extra: it is imported where it is needed.
# ruff: noqa: PLC0415

from contextlib import closing
from pathlib import Path

from undertide_server.store.database import FILE, TABLES
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite import opening as sqlite


def open_to_write(store: StoreAddress, *, survives_power: bool = True) -> StoreConnection:
    """Return a connection that may write to the runs of a store; any one thread may use it.

    In a folder, missing tables are made and old ones updated, and commits survive a loss of power
    unless `survives_power` is false. Those of a PostgreSQL server always do.

    Raises OSError or StoreError.
    """
    if isinstance(store, PostgresAddress):
        from undertide_server.store.engine.postgres import opening as postgres
        from undertide_server.store.postgres_tables import TABLES as THERE

        return postgres.open_to_write(store, THERE)
    return sqlite.open_to_write(store / FILE, TABLES, survives_power=survives_power)


def open_to_read(store: StoreAddress) -> StoreConnection:
    """Return a connection that sees the runs of a store as they are now, while a server writes.

    A folder may be read-only. Raises FileNotFoundError if a folder has no database, or StoreError.
    """
    if isinstance(store, PostgresAddress):
        from undertide_server.store.engine.postgres import opening as postgres
        from undertide_server.store.postgres_tables import TABLES as THERE

        return postgres.open_to_read(store, THERE)
    if not (store / FILE).is_file():
        raise FileNotFoundError(f"there are no runs in {store}")
    return sqlite.open_to_read(store / FILE, TABLES)


def compact(folder: Path) -> None:
    """Write a folder's database anew: without free space, and able to give back what gets free.

    It needs as much space again meanwhile. Raises OSError or StoreError.
    """
    with closing(open_to_write(folder)) as connection:
        connection.compact()
