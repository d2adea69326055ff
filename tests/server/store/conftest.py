"""What the tests of the store share."""

from collections.abc import Iterator

import pytest

from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.writer import Writer


@pytest.fixture
def writer(store: StoreAddress) -> Iterator[Writer]:
    """A writer to a new store, of each engine."""
    made = Writer(store)
    yield made
    made.close()
