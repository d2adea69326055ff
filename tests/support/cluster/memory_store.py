"""A store in memory, with a clock that a simulation sets, which can be copied and put back."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from undertide_server.store.database import update_tables
from undertide_server.store.writer import Writer


class MemoryConnection(sqlite3.Connection):
    """A connection to a store in memory, with the store's tables."""

    clock: Callable[[], float]

    def now(self) -> float:
        return self.clock()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            self.execute("ROLLBACK")
            raise


def memory_store(clock: Callable[[], float]) -> MemoryConnection:
    """Return an empty store."""
    connection = sqlite3.connect(":memory:", isolation_level=None, factory=MemoryConnection)
    connection.clock = clock
    connection.deserialize(_tables())
    return connection


@cache
def _tables() -> bytes:
    """Return an empty store as bytes: making its tables takes longer than a simulation."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA page_size = 1024")
    update_tables(connection, Path("memory"))
    data = connection.serialize()
    connection.close()
    return data


class MemoryWriter(Writer):
    """A writer to a store in memory."""

    def __init__(self, connection: MemoryConnection) -> None:
        self._connection = connection
        self._open = {}
        self._contents = set()
