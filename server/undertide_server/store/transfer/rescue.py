"""A damaged database: its sound runs copied into a new folder, or all of it set aside."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from undertide_server.store.database import FILE
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.engine.sqlite.integrity import readable_values
from undertide_server.store.engine.sqlite.unchanged import beside, copy_of, opened_unchanged
from undertide_server.store.errors import (
    ConstraintError,
    DamagedDatabaseError,
    DamagedRunError,
    RescueError,
    StoreError,
)
from undertide_server.store.opening import open_to_write
from undertide_server.store.transfer.archive import gather, insert
from undertide_server.util.private_files import make_private_folder


@dataclass(slots=True)
class Rescued:
    """The result of a rescue."""

    saved: list[str] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)
    """The names of runs that were left out, each with its problem."""


def rescue(folder: Path, target: Path) -> Rescued:
    """Copy every run that can be read whole into a new folder, and change nothing in the old one.

    Raises RescueError when the new folder exists or nothing can be read; OSError or StoreError.
    """
    if target.exists():
        raise RescueError(f"{target} already exists: name a folder that doesn't")
    with _opened(folder / FILE) as source:
        values = readable_values(source, "runs", "run")
        names = [value for value in values if isinstance(value, str)]
        if not names:
            raise RescueError(f"no run can be read in {folder / FILE}: restore a backup")
        make_private_folder(target)
        with closing(open_to_write(target)) as writer:
            return _copied(source, writer, names)


@contextmanager
def _opened(file: Path) -> Iterator[SqliteConnection]:
    """Open a damaged database, with new indexes if it still can make them."""
    with _opening(file) as damaged, closing(copy_of(damaged)) as source:
        with suppress(StoreError):
            source.rebuild_indexes()
        yield source


@contextmanager
def _opening(file: Path) -> Iterator[SqliteConnection]:
    try:
        with opened_unchanged(file) as connection:
            yield connection
    except DamagedDatabaseError as fault:
        raise RescueError(f"{file} can't be read: {fault.problem}: restore a backup") from fault


def _copied(source: StoreConnection, writer: StoreConnection, names: list[str]) -> Rescued:
    rescued = Rescued()
    for name in names:
        try:
            parts = gather(source, name)
            with writer.transaction():
                insert(writer, parts)
        except DamagedRunError as fault:
            rescued.left[name] = fault.problem
        except (KeyError, ConstraintError):
            rescued.left[name] = "its rows are damaged"
        else:
            rescued.saved.append(name)
    return rescued


SUFFIXES = ("", "-wal", "-shm")
"""The files of a database: itself, its log, and the memory that its readers share."""


def set_aside(folder: Path, now: datetime) -> Path:
    """Move the database of a folder into a new folder inside it, and return that one.

    The caller holds the folder. Raises OSError.
    """
    aside = folder / f"damaged-{now:%Y-%m-%d-%H%M%S-%f}"
    make_private_folder(aside)
    for suffix in SUFFIXES:
        file = beside(folder / FILE, suffix)
        if file.exists():
            file.replace(aside / file.name)
    return aside
