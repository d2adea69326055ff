"""A PostgreSQL server for the tests of a process, and a new database for each test."""

from collections.abc import Iterator
from itertools import count
from typing import Final

import pytest

from support.postgres.server import PostgresServer, running_server
from undertide_server.accounts import postgres_tables as accounts
from undertide_server.store import postgres_tables as runs
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.opening import open_to_write
from undertide_server.store.engine.postgres.pool import close_pools

TEMPLATE: Final = "prepared"
"""The database that has all tables, of which each test gets a copy."""
_numbers = count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running server. A test that stops or breaks one starts its own by `running_server`."""
    with running_server() as server:
        server.ask(f"CREATE DATABASE {TEMPLATE}")
        address = PostgresAddress(server.url(TEMPLATE))
        for tables in (runs.TABLES, accounts.TABLES):
            open_to_write(address, tables).close()
        yield server


@pytest.fixture
def empty_postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The address of a new database without tables."""
    yield from _database(postgres, "template1")


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The address of a new database with the tables of runs and of accounts."""
    yield from _database(postgres, TEMPLATE)


def _database(server: PostgresServer, template: str) -> Iterator[str]:
    name = f"test_{next(_numbers)}"
    server.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield server.url(name)
    finally:
        close_pools()
        server.ask(f"DROP DATABASE {name} WITH (FORCE)")
