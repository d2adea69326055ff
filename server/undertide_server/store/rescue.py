"""The sound runs of a damaged database, copied into a new folder."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from undertide_server.store.archive import gather, insert
from undertide_server.store.database import FILE, open_to_write
from undertide_server.store.errors import DamagedRunError, RescueError
from undertide_server.store.unchanged import copy_of, opened_unchanged
from undertide_server.util.private_files import make_private_folder

SCANS = ("NOT INDEXED", "INDEXED BY sqlite_autoindex_runs_1")
"""Two ways through the list of runs: a damaged page seldom lies on both."""


@dataclass(slots=True)
class Rescued:
    """The result of a rescue."""

    saved: list[str] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)
    """The names of runs that were left out, each with its problem."""


def rescue(folder: Path, target: Path) -> Rescued:
    """Copy every run that can be read whole into a new folder, and change nothing in the old one.

    Raises RescueError when the new folder exists or nothing can be read; OSError or sqlite3.Error.
    """
    if target.exists():
        raise RescueError(f"{target} already exists: name a folder that doesn't")
    with _opened(folder / FILE) as source:
        names = list(_names(source))
        if not names:
            raise RescueError(f"no run can be read in {folder / FILE}: restore a backup")
        make_private_folder(target)
        with closing(open_to_write(target)) as writer:
            return _copied(source, writer, names)


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a damaged database, with new indexes if it still can make them."""
    with _opening(file) as damaged, closing(copy_of(damaged)) as source:
        with suppress(sqlite3.DatabaseError):
            source.execute("REINDEX")
        yield source


@contextmanager
def _opening(file: Path) -> Iterator[sqlite3.Connection]:
    try:
        with opened_unchanged(file) as connection:
            yield connection
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as fault:
        raise RescueError(f"{file} can't be read: {fault}: restore a backup") from fault


def _names(source: sqlite3.Connection) -> Iterator[str]:
    """Yield the names of all runs that can be found."""
    found: set[str] = set()
    for scan in SCANS:
        with suppress(sqlite3.DatabaseError):
            for (name,) in source.execute(f"SELECT run FROM runs {scan}"):  # noqa: S608
                if isinstance(name, str) and name not in found:
                    found.add(name)
                    yield name


def _copied(source: sqlite3.Connection, writer: sqlite3.Connection, names: list[str]) -> Rescued:
    rescued = Rescued()
    for name in names:
        try:
            parts = gather(source, name)
            writer.execute("BEGIN IMMEDIATE")
            insert(writer, parts)
            writer.execute("COMMIT")
        except DamagedRunError as fault:
            rescued.left[name] = fault.problem
        except (KeyError, sqlite3.IntegrityError):
            if writer.in_transaction:
                writer.execute("ROLLBACK")
            rescued.left[name] = "its rows are damaged"
        else:
            rescued.saved.append(name)
    return rescued
