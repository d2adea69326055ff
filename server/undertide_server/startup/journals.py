"""The store that a server opens: a folder's lock, this process as a node there, its journal."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from secrets import token_bytes
from typing import Final

import structlog

from undertide_server.accounts.database import FILE as ACCOUNTS
from undertide_server.accounts.database import TABLES as ACCOUNT_TABLES
from undertide_server.cluster.links.listener import LinkListener
from undertide_server.cluster.links.node_links import KEY_BYTES
from undertide_server.cluster.node_ids import fresh_node_id, machine_name
from undertide_server.cluster.own_node import OwnNode, entered
from undertide_server.cluster.supervisor.place import WorkerPlace, opens_store
from undertide_server.simulation.version import RULES
from undertide_server.store.database import FILE, TABLES
from undertide_server.store.durable import DurableJournal
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.sqlite.mending import mend
from undertide_server.store.engine.sqlite.opening import open_to_read
from undertide_server.store.errors import DamagedDatabaseError
from undertide_server.store.journal import Journal, MemoryJournal
from undertide_server.store.leases import Node
from undertide_server.store.opening import held
from undertide_server.store.transfer.rescue import set_aside
from undertide_shared.build import this_build

ALONE: Final = "server"
"""The name of a node that is the only one of its folder."""

log = structlog.get_logger()


@contextlib.contextmanager
def opened_folder(
    folder: Path | None,
    on_damage: Callable[[str], None] | None = None,
    worker: WorkerPlace | None = None,
) -> Iterator[None]:
    """Hold a folder for this process, if there is one, and put its database in order.

    A worker doesn't hold the folder: its supervisor does. If there is `on_damage`, a damaged
    database is set aside, and it is called with a line that says so.

    Raises FolderInUseError when another server has the folder; OSError or StoreError when it can't
    store its runs there; WrongSchemaError when a worker of another version finds workers there that
    know other tables: only the first worker of a start changes tables.
    """
    if folder is None:
        yield
        return
    with held(folder) if worker is None else contextlib.nullcontext():
        if opens_store(worker):
            _mend(folder, on_damage)
        else:
            _check_tables(folder)
        yield


@contextlib.contextmanager
def node_of(
    store: StoreAddress | None,
    on_fault: Callable[[Exception], None],
    worker: WorkerPlace | None = None,
    listener: LinkListener | None = None,
) -> Iterator[OwnNode | None]:
    """Enter this process as a node of its store; without a store there is none.

    Others reach it at the `listener`, if there is one. `on_fault` is called when a fault of this
    program ends its renewals. Raises OSError or StoreError.
    """
    if store is None:
        yield None
        return
    is_folder = isinstance(store, Path)
    if worker is not None:
        name = worker.node
    else:
        name = fresh_node_id(ALONE if is_folder else machine_name())
    node = Node(name, "", b"", RULES, this_build().version)
    if listener is not None:
        key, certificate = token_bytes(KEY_BYTES), listener.certificate
        node = replace(node, address=listener.address, key=key, certificate=certificate)
    is_first = is_folder and opens_store(worker)
    with entered(store, node, on_fault, is_first=is_first) as own:
        yield own


@contextlib.contextmanager
def journal_of(
    store: StoreAddress | None, on_fault: Callable[[Exception], None], node: str = ""
) -> Iterator[Journal]:
    """Open a store's journal for the runs of a node; without a store, one in memory.

    `on_fault` is called when a fault of this program stops all writing.

    Raises OSError or StoreError when it can't store its runs there.
    """
    if store is None:
        yield MemoryJournal()
        return
    loop = asyncio.get_running_loop()
    journal = DurableJournal(store, loop.call_soon_threadsafe, on_fault, node=node)
    try:
        yield journal
    finally:
        unwritten = journal.stop()
        if unwritten:
            log.error("the last steps of runs could not be written: nobody was shown them")


def _check_tables(folder: Path) -> None:
    """Raise WrongSchemaError unless the databases of a folder have the tables of this version."""
    for file, tables in ((folder / FILE, TABLES), (folder / ACCOUNTS, ACCOUNT_TABLES)):
        if file.is_file():
            open_to_read(file, tables).close()


def _mend(folder: Path, on_damage: Callable[[str], None] | None) -> None:
    """Make the indexes of a database again if they need it; set it aside if it is damaged.

    Raises DamagedDatabaseError if it is, and there is no `on_damage`.
    """
    try:
        if mend(folder / FILE, TABLES):
            log.warning("indexes made again", file=str(folder / FILE))
    except DamagedDatabaseError as fault:
        if on_damage is None:
            raise
        aside = set_aside(folder, datetime.now().astimezone())
        log.error("runs set aside", file=str(fault.place), now=str(aside), reason=fault.problem)  # noqa: TRY400
        on_damage(f"The saved runs are damaged ({fault.problem}). They were set aside in {aside}.")
