"""Setting a damaged database aside, so that a player without an operator can go on."""

from datetime import datetime
from pathlib import Path

from undertide_server.store.database import FILE
from undertide_server.store.engine.sqlite.unchanged import beside
from undertide_server.util.private_files import make_private_folder

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
