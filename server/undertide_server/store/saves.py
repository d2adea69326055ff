"""The runs of a folder as their player knows them: the heroes, the floor, and when it was."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from undertide_server.store.database import FILE, TABLES
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite.mending import as_mended
from undertide_server.store.errors import WrongSchemaError
from undertide_server.store.opening import open_to_read
from undertide_server.store.records import StoredRun
from undertide_server.store.run_list import INFO
from undertide_server.store.validation import info_of

MOST_SAVES: Final = 100
"""Runs in the list, the latest: many screens full."""
FLOOR_NUMBER: Final = re.compile(r"Floor (\d{1,6}):")
"""The beginning of a floor's landmark (`sessions.landmarks`)."""

LATEST: Final = f"SELECT id, last_played, {INFO} FROM runs WHERE played ORDER BY 2 DESC LIMIT ?"  # noqa: S608
FLOOR: Final = """
SELECT text FROM landmarks WHERE run = ? AND kind = 'floor' ORDER BY step DESC, number DESC LIMIT 1
"""
NAMES: Final = "SELECT name FROM seats WHERE run = ? ORDER BY number"


@dataclass(frozen=True, slots=True)
class Save:
    """A run with at least one step."""

    info: StoredRun
    heroes: list[str]
    """The names on its seats, in the order of the seats."""
    floor: int
    """The number of the floor that its party entered last."""
    played: float
    """When its last step was taken, in seconds since 1970."""


def saves(folder: Path) -> list[Save]:
    """Return the runs of a folder that were played, the latest first, at most `MOST_SAVES`.

    The list is empty if the folder has no database. A server may be using it.

    Raises OSError or StoreError.
    """
    try:
        with _connected(folder) as connection:
            rows = connection.execute(LATEST, (MOST_SAVES,)).fetchall()
            return [_save_of(connection, *row) for row in rows]
    except FileNotFoundError:
        return []


@contextmanager
def _connected(folder: Path) -> Iterator[StoreConnection]:
    """Open the database of a folder, also one that an earlier version of the server wrote."""
    try:
        connection = open_to_read(folder)
    except WrongSchemaError:
        with as_mended(folder / FILE, TABLES) as copy:
            yield copy
    else:
        with closing(connection):
            yield connection


def _save_of(connection: StoreConnection, number: int, played: object, *info: object) -> Save:
    names = [name for (name,) in connection.execute(NAMES, (number,)) if isinstance(name, str)]
    moment = played if isinstance(played, float) else 0.0
    return Save(info_of(info), names, _floor(connection, number), moment)


def _floor(connection: StoreConnection, number: int) -> int:
    """Return the number of the floor that a run's party entered last; 1 if none is noted."""
    row = connection.execute(FLOOR, (number,)).fetchone()
    found = FLOOR_NUMBER.match(str(row[0])) if row else None
    return int(found[1]) if found else 1
