"""What the tests of accounts share."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from support.postgres.interleaving import InterruptedConnection
from undertide_server.accounts.database import open_accounts
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.protocol import StoreConnection


@pytest.fixture
def new_accounts(store: StoreAddress) -> Iterator[StoreConnection]:
    """A connection to a new database of accounts, of each engine."""
    with closing(open_accounts(store)) as connection:
        yield connection


@pytest.fixture
def interrupted(new_accounts: StoreConnection) -> Iterator[InterruptedConnection]:
    """A connection to a PostgreSQL database of accounts, in whose midst others may act."""
    assert isinstance(new_accounts, PostgresConnection)
    with closing(InterruptedConnection(new_accounts.address)) as connection:
        yield connection
