"""A store whose clock a test moves."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from undertide_server.store.opening import open_to_write
from undertide_server.store.ownership import Ownership


@dataclass(slots=True)
class StoreClock:
    """The clock of a store, in seconds since 1970."""

    time: float = 1_000_000.0


@contextmanager
def opened_by_clock(folder: Path, clock: StoreClock) -> Iterator[Ownership]:
    """Open the owners and nodes of a folder with a clock of the test's own."""
    with closing(open_to_write(folder)) as connection:
        connection.now = lambda: clock.time  # type: ignore[method-assign]
        yield Ownership(connection)
