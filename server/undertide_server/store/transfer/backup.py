"""A whole copy of a server's data folder, made while a server writes to it."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from undertide_server.store.database import FILE, TABLES
from undertide_server.store.engine.sqlite.connection import SqliteConnection, connect
from undertide_server.store.engine.sqlite.integrity import problems_of
from undertide_server.store.engine.sqlite.opening import open_to_read
from undertide_server.store.engine.sqlite.unchanged import connect_to_read
from undertide_server.store.errors import BackupError
from undertide_server.util.private_files import FOLDER_MODE, make_private_file

MOST_TOLD: Final = 5
"""Problems of a copy that are told."""
UNFINISHED: Final = ".unfinished"
"""Suffix of a copy's name until it is whole. Anybody who finds one may delete it."""


def back_up(folder: Path, copy: Path, others: Sequence[str] = ()) -> None:
    """Copy the runs of a folder, and the other databases there, into a new folder `copy`.

    Each database is copied as it was at one moment, the runs first; servers write on meanwhile. The
    copy is checked, and gets its name only when it is whole and on the disk. `others` are names of
    files; missing ones are left out.

    Raises BackupError when something has that name, or the copy is not sound; OSError or
    StoreError.
    """
    if os.path.lexists(copy):
        raise BackupError(f"{copy} already exists: a backup overwrites nothing")
    with _unfinished(copy) as place:
        if not (folder / FILE).is_file():
            raise FileNotFoundError(f"there are no runs in {folder}")
        with closing(open_to_read(folder / FILE, TABLES)) as runs:
            copy_database(runs, place / FILE)
        for name in others:
            if (folder / name).is_file():
                with closing(_open(folder / name)) as source:
                    copy_database(source, place / name)
        _sync(place)
        if os.path.lexists(copy):
            raise BackupError(f"{copy} has appeared meanwhile: the backup leaves it as it is")
        place.rename(copy)
    _sync(copy.parent)


@contextmanager
def _unfinished(copy: Path) -> Iterator[Path]:
    """Make a folder beside the later copy; delete it when something fails.

    Raises BackupError or OSError.
    """
    place = copy.with_name(copy.name + UNFINISHED)
    copy.parent.mkdir(parents=True, exist_ok=True)
    try:
        place.mkdir(mode=FOLDER_MODE)
    except FileExistsError as fault:
        problem = "another backup is running, or one was cut short: if so, delete it"
        raise BackupError(f"{place} exists: {problem}") from fault
    try:
        yield place
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise


def _open(file: Path) -> SqliteConnection:
    """Return a connection that reads a database as it is now. Raises StoreError."""
    connection = connect_to_read(file)
    connection.see_one_moment()
    return connection


def copy_database(source: SqliteConnection, file: Path) -> None:
    """Copy a database in one go; page by page, the copy would start again at each write.

    Only its owner may read the new file.

    Raises BackupError when the copy is not sound, OSError or StoreError.
    """
    with closing(connect(make_private_file(file), file)) as target:
        source.copy_into(target)
        target.make_single_file()
        problems = problems_of(target, MOST_TOLD)
    if problems:
        raise BackupError(f"the copy of {file.name} is not sound: {'; '.join(problems)}")
    _sync(file)


def _sync(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk, if the system can."""
    is_folder = path.is_dir()
    if is_folder and os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
