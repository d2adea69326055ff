"""Opening the runs, wherever they are: to write to them, or to read them as they are now.

Only one server at a time holds a folder.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from undertide_server.store.database import FILE, TABLES
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.engine.faults import NoEngineError
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite import opening as sqlite
from undertide_server.store.errors import FolderInUseError
from undertide_server.util.private_files import make_private_folder
from undertide_shared.extras import lacks

LOCK = "undertide.lock"
"""The lock file, held by the server that uses the folder. The system frees it whenever that server
ends."""
OWNER = "undertide.owner"
"""The file beside the lock that names its holder, as some systems can't read a locked file."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Make the folder for its owner alone if it is missing, and hold it for this process.

    Raises FolderInUseError when another server holds it, OSError when it can't be made or written
    to.
    """
    make_private_folder(folder)
    owner = folder / OWNER
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout as fault:
        raise FolderInUseError(folder, _read(owner)) from fault
    try:
        owner.write_text(f"process {os.getpid()} on {socket.gethostname()}", encoding="utf-8")
        yield
    finally:
        lock.release()


def _read(owner: Path) -> str:
    try:
        return owner.read_text(encoding="utf-8")
    except OSError:
        return "another server"


def open_to_write(
    store: StoreAddress,
    *,
    survives_power: bool = True,
    is_patient: bool = False,
    is_urgent: bool = False,
) -> StoreConnection:
    """Return a connection that may write to the runs of a store; any one thread may use it.

    Missing tables are made and old ones updated. Commits survive a loss of power,
    unless `survives_power` is false and it is a folder. A patient connection waits for a PostgreSQL
    server as long as an operator's command may take; an urgent one as long as its answer counts.

    Raises OSError or StoreError.
    """
    if isinstance(store, PostgresAddress):
        need_postgres()
        from undertide_server.store import postgres_tables  # noqa: PLC0415
        from undertide_server.store.engine.postgres import opening, waits  # noqa: PLC0415

        bounds = waits.PATIENT if is_patient else waits.LEASE if is_urgent else waits.PLAY
        return opening.open_to_write(store, postgres_tables.TABLES, bounds)
    return sqlite.open_to_write(store / FILE, TABLES, survives_power=survives_power)


def open_to_read(store: StoreAddress, *, is_patient: bool = False) -> StoreConnection:
    """Return a connection that sees the runs of a store as they are now, while a server writes.

    Runs of a folder that an earlier version of the server wrote are seen as this one brings them up
    to date, in a temporary copy. A folder may be read-only. A patient connection waits as
    `open_to_write` says.

    Raises FileNotFoundError if a folder has no database, or StoreError.
    """
    if isinstance(store, PostgresAddress):
        need_postgres()
        from undertide_server.store import postgres_tables  # noqa: PLC0415
        from undertide_server.store.engine.postgres import opening, waits  # noqa: PLC0415

        bounds = waits.COMMAND if is_patient else None
        return opening.open_to_read(store, postgres_tables.TABLES, bounds)
    if not (store / FILE).is_file():
        raise FileNotFoundError(f"there are no runs in {store}")
    return sqlite.open_updated(store / FILE, TABLES)


def compact(folder: Path) -> None:
    """Write a folder's database anew: without free space, and able to give back what gets free.

    It needs as much space again meanwhile. Raises OSError or StoreError.
    """
    with closing(open_to_write(folder)) as connection:
        connection.compact()


def need_postgres() -> None:
    """Raise NoEngineError unless the extra for PostgreSQL is installed: few servers need it."""
    problem = lacks("cluster")
    if problem:
        raise NoEngineError(problem)
