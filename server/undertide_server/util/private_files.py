"""Files and folders that only their owner can read: runs hold seeds, which are the map."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE_MODE: Final = 0o600
"""Access rights of a file that only its owner may read."""
FOLDER_MODE: Final = 0o700
"""Access rights of a folder that only its owner may open."""
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
"""The rights of everybody but the owner."""


def make_private_file(file: Path) -> Path:
    """Make a file for its owner alone, unless it exists; return it. Raises OSError.

    A file that exists isn't opened. The system would drop all locks that this process has on it as
    soon as it is closed, and SQLite's are among them: another process that closes the database
    would take itself for the last one, and remove the log under the writers here.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE))
    return file


def make_private_folder(folder: Path) -> None:
    """Make a folder for its owner alone, and missing parents as usual. Raises OSError."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)


def write_private_file(file: Path, data: bytes) -> None:
    """Write a file that only its owner may read, in place of an earlier one. Raises OSError."""
    descriptor = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, FILE_MODE)
    with os.fdopen(descriptor, "wb") as opened:
        # The earlier file may have had other rights. /dev/stdout and the like have none of their
        # own.
        if file.is_file():
            file.chmod(FILE_MODE)
        opened.write(data)


def open_to_others(folder: Path, names: Iterable[str]) -> list[Path]:
    """Return the folder and the named files in it that others than their owner can use.

    A file in a folder that only its owner may open is out of everybody else's reach.
    """
    if os.name == "nt" or not _is_open(folder):  # Rights on Windows are no bits of a mode.
        return []
    files = (folder / name for name in names)
    return [folder, *(file for file in files if file.exists() and _is_open(file))]


def _is_open(path: Path) -> bool:
    return bool(path.stat().st_mode & OTHERS)
