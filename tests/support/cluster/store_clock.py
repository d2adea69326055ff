"""A store whose clock a test moves."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.opening import open_to_write
from undertide_server.store.ownership import Ownership


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
