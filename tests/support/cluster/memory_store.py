"""Stores whose clock a test moves: one of its own, and one in memory that can be copied."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache

from undertide_server.store.database import TABLES
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.engine.sqlite.opening import IN_MEMORY
from undertide_server.store.engine.sqlite.tables import update_tables
from undertide_server.store.opening import open_to_write
from undertide_server.store.ownership import Ownership

SMALL_PAGE = 1024
"""Bytes of a page: a copy takes less time."""


class MemoryConnection(SqliteConnection):
    """A connection to a store in memory, with the store's tables. `clock` is the store's."""

    def __init__(self, clock: Callable[[], float]) -> None:
        raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        super().__init__(raw, IN_MEMORY)
        self._database = raw
        self._clock = clock
        self.put_back(_tables())

    def now(self) -> float:
        return self._clock()

    def copy(self) -> bytes:
        """Return all that the store holds now."""
        return self._database.serialize()

    def put_back(self, copy: bytes) -> None:
        """Hold what the store held when it was copied."""
        self._database.deserialize(copy)


@cache
def _tables() -> bytes:
    """Return an empty store as bytes: making its tables takes longer than a simulation."""
    with sqlite3.connect(":memory:", isolation_level=None) as raw:
        raw.execute(f"PRAGMA page_size = {SMALL_PAGE}")
        update_tables(SqliteConnection(raw, IN_MEMORY), TABLES)
        return raw.serialize()


@dataclass(slots=True)
class StoreClock:
    """The clock of a store, in seconds since 1970."""

    time: float = 1_000_000.0


@contextmanager
def opened_by_clock(store: StoreAddress, clock: StoreClock) -> Iterator[Ownership]:
    """Open the owners and nodes of a store with a clock of the test's own."""
    with closing(open_to_write(store)) as connection:
        connection.now = lambda: clock.time  # type: ignore[method-assign]
        yield Ownership(connection)
