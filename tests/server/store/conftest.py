"""What the tests of the store share."""

from collections.abc import Iterator

import pytest

from support.cluster.memory_store import StoreClock, opened_by_clock
from support.sessions.kept_runs import header, ticks
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.ownership import Ownership
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun


@pytest.fixture
def writer(store: StoreAddress) -> Iterator[Writer]:
    """A writer to a new store, of each engine."""
    made = Writer(store)
    yield made
    made.close()


@pytest.fixture
def clock() -> StoreClock:
    """The clock of a store, which only the test moves."""
    return StoreClock()


@pytest.fixture
def runs(store: StoreAddress) -> StoreAddress:
    """A store with three resting runs."""
    writer = Writer(store)
    for number in (1, 2, 3):
        run = f"r{number}"
        writer.apply([Begun(header(run, f"s{number}")), Appended(run, ticks(1, 3), (), 6)])
    writer.close()
    return store


@pytest.fixture
def ownership(runs: StoreAddress, clock: StoreClock) -> Iterator[Ownership]:
    """The owners of the runs of that store, by that clock."""
    with opened_by_clock(runs, clock) as opened:
        yield opened
