"""A PostgreSQL server for the tests of a process, and a database without rows for each test."""

from collections.abc import Iterator
from itertools import count
from typing import Final

import psycopg
import pytest

from support.postgres.server import PostgresServer, running_server
from undertide_server.accounts import postgres_tables as accounts
from undertide_server.store import postgres_tables as runs
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.opening import forget_tables, open_to_write
from undertide_server.store.engine.postgres.pool import close_pools

PREPARED: Final = "prepared"
"""The database that has all tables. Tests use it one after the other: to make one anew takes longer
than most tests do."""
_TABLES: Final = (runs.TABLES, accounts.TABLES)
_numbers = count()

_CLEAN: Final = """
DO $$
DECLARE
    wanted CONSTANT name[] := current_schemas(false);
    found record;
BEGIN
    FOR found IN
        SELECT relname, relkind FROM pg_class
            WHERE relnamespace = ANY (SELECT oid FROM pg_namespace WHERE nspname = ANY (wanted))
            AND relkind IN ('r', 'S') AND relname <> 'schemas'
    LOOP
        IF found.relkind = 'S' THEN
            PERFORM setval(found.relname::regclass, 1, false);
        ELSE
            EXECUTE format('DELETE FROM %I', found.relname);
        END IF;
    END LOOP;
    DELETE FROM changes;
    PERFORM setval(pg_get_serial_sequence('changes', 'number'), 1, false);
END $$
"""
_SHAPE: Final = """
SELECT (SELECT array_agg((name, version) ORDER BY name) FROM schemas),
    (SELECT array_agg((table_name, column_name, data_type) ORDER BY table_name, column_name)
        FROM information_schema.columns WHERE table_schema = 'public'),
    (SELECT array_agg(indexrelid ORDER BY indexrelid) FROM pg_index),
    (SELECT array_agg((tgname, tgenabled) ORDER BY oid) FROM pg_trigger)
"""
_END_OTHERS: Final = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running server. A test that stops or breaks one starts its own by `running_server`."""
    with running_server() as server:
        yield server


@pytest.fixture
def empty_postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The address of a new database without tables."""
    name = f"test_{next(_numbers)}"
    postgres.ask(f"CREATE DATABASE {name}")
    try:
        yield postgres.url(name)
    finally:
        close_pools()
        postgres.ask(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def _shape(postgres: PostgresServer) -> list[tuple[object, ...]]:
    """What tables the prepared database has, once it has them."""
    return _prepare(postgres)


@pytest.fixture
def postgres_url(postgres: PostgresServer, _shape: list[tuple[object, ...]]) -> Iterator[str]:
    """The address of a database with the tables of runs and of accounts, all without rows."""
    url = postgres.url(PREPARED)
    try:
        yield url
    finally:
        close_pools()
        forget_tables()
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(_END_OTHERS)
            is_whole = connection.execute(_SHAPE).fetchall() == _shape
            if is_whole:
                connection.execute(_CLEAN)
        if not is_whole:
            postgres.ask(f"DROP DATABASE {PREPARED} WITH (FORCE)")
            _shape[:] = _prepare(postgres)


def _prepare(server: PostgresServer) -> list[tuple[object, ...]]:
    server.ask(f"CREATE DATABASE {PREPARED}")
    address = PostgresAddress(server.url(PREPARED))
    for tables in _TABLES:
        open_to_write(address, tables).close()
    return server.ask(_SHAPE, PREPARED)
