"""A store in memory, with a clock that a simulation sets, which can be copied and put back."""

import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path

from undertide_server.store.database import TABLES
from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.engine.sqlite.tables import update_tables
from undertide_server.store.writer import Writer


class MemoryConnection(SqliteConnection):
    """A connection to a store in memory, with the store's tables."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._memory = _raw()
        self._memory.deserialize(_tables())
        self._clock = clock
        super().__init__(self._memory, Path("memory"))

    def now(self) -> float:
        return self._clock()

    def serialize(self) -> bytes:
        """Return the whole store as bytes."""
        return self._memory.serialize()

    def deserialize(self, data: bytes) -> None:
        """Make the store what it was when these bytes were taken."""
        self._memory.deserialize(data)


def _raw() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None)


@cache
def _tables() -> bytes:
    """Return an empty store as bytes: making its tables takes longer than a simulation."""
    raw = _raw()
    raw.execute("PRAGMA page_size = 1024")
    update_tables(SqliteConnection(raw, Path("memory")), TABLES)
    data = raw.serialize()
    raw.close()
    return data


class MemoryWriter(Writer):
    """A writer to a store in memory."""

    def __init__(self, connection: MemoryConnection) -> None:
        self._connection = connection
        self._open = {}
        self._contents = set()
