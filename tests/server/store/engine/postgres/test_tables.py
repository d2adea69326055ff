"""The tables of a database are made, brought up to date and checked, once and wholly."""

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from support.postgres.server import OWNER
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import (
    DamagedDatabaseError,
    StatementError,
    StoreError,
    StoreFaultError,
    WrongSchemaError,
)
from undertide_server.store.engine.postgres.bounded_connection import SoleConnection
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.tables import (
    PostgresTables,
    check_tables,
    columns_in,
    columns_of,
    update_tables,
    version_of,
)
from undertide_server.store.engine.postgres.waits import PLAY
from undertide_server.store.engine.protocol import StoreConnection

FIRST = ("CREATE TABLE pets (\n  name TEXT PRIMARY KEY,\n  age BIGINT NOT NULL\n)",)
SECOND = ("ALTER TABLE pets ADD COLUMN food BYTEA", "ALTER TABLE pets DROP COLUMN age")


def fill(connection: StoreConnection) -> None:
    connection.execute("UPDATE pets SET food = ?", (b"fish",))


OLD = PostgresTables("pets", 7, (FIRST,))
NEW = PostgresTables("pets", 7, (FIRST, SECOND), fill)


def connected(url: str) -> PostgresConnection:
    address = PostgresAddress(url)
    return PostgresConnection(address, SoleConnection(address, PLAY))


@pytest.fixture
def connection(empty_postgres_url: str) -> Iterator[PostgresConnection]:
    with closing(connected(empty_postgres_url)) as made:
        yield made


def test_tables_are_made_once(connection: PostgresConnection) -> None:
    assert version_of(connection, OLD) == 0
    assert not update_tables(connection, OLD)
    assert not update_tables(connection, OLD)
    assert version_of(connection, OLD) == 7
    check_tables(connection, OLD)


def test_old_tables_are_brought_up_to_date_and_filled(connection: PostgresConnection) -> None:
    update_tables(connection, OLD)
    connection.execute("INSERT INTO pets VALUES ('Ada', 3)")
    assert update_tables(connection, NEW)
    check_tables(connection, NEW)
    assert connection.execute("SELECT * FROM pets").fetchall() == [("Ada", b"fish")]


def test_new_tables_are_not_filled(connection: PostgresConnection) -> None:
    assert not update_tables(connection, NEW)
    assert version_of(connection, NEW) == 8


def test_an_update_that_fails_changes_nothing(connection: PostgresConnection) -> None:
    def fail(_connection: StoreConnection) -> None:
        raise KeyError

    update_tables(connection, OLD)
    with pytest.raises(KeyError):
        update_tables(connection, PostgresTables("pets", 7, (FIRST, SECOND), fail))
    check_tables(connection, OLD)
    broken = PostgresTables("pets", 7, (FIRST, (*SECOND, "SELECT nothing")))
    with pytest.raises(StatementError):
        update_tables(connection, broken)
    check_tables(connection, OLD)


def test_each_of_two_versions_refuses_the_other(connection: PostgresConnection) -> None:
    update_tables(connection, OLD)
    with pytest.raises(WrongSchemaError, match="starts on it"):
        check_tables(connection, NEW)
    update_tables(connection, NEW)
    assert not update_tables(connection, OLD)
    with pytest.raises(WrongSchemaError, match="install the version"):
        check_tables(connection, OLD)


def test_each_set_of_tables_has_a_version_of_its_own(connection: PostgresConnection) -> None:
    other = PostgresTables("toys", 1, (("CREATE TABLE toys (name TEXT)",),))
    update_tables(connection, NEW)
    update_tables(connection, other)
    assert (version_of(connection, NEW), version_of(connection, other)) == (8, 1)


def test_tables_without_their_version_are_not_taken_for_others(
    connection: PostgresConnection,
) -> None:
    connection.execute("CREATE TABLE pets (name TEXT)")
    with pytest.raises(DamagedDatabaseError, match="already exists"):
        update_tables(connection, OLD)


def test_an_account_that_may_make_no_tables_is_told_so(
    connection: PostgresConnection, empty_postgres_url: str
) -> None:
    name = empty_postgres_url.rpartition("/")[2]
    connection.execute(f"CREATE ROLE guest_of_{name} LOGIN")
    guest = empty_postgres_url.replace(f"{OWNER}@", f"guest_of_{name}@")
    try:
        with closing(connected(guest)) as other, pytest.raises(StoreFaultError, match="owner"):
            update_tables(other, OLD)
    finally:
        connection.execute(f"DROP ROLE guest_of_{name}")


def test_a_missing_column_is_named(connection: PostgresConnection) -> None:
    update_tables(connection, OLD)
    connection.execute("ALTER TABLE pets DROP COLUMN age")
    with pytest.raises(DamagedDatabaseError, match="'pets' has no 'age'"):
        check_tables(connection, OLD)


def test_of_several_processes_one_makes_the_tables(empty_postgres_url: str) -> None:
    results: list[bool | StoreError] = []
    filled: list[int] = []
    tables = PostgresTables("pets", 7, (FIRST, SECOND), lambda _: filled.append(1))

    def update() -> None:
        with closing(connected(empty_postgres_url)) as connection:
            try:
                results.append(update_tables(connection, tables))
            except StoreError as fault:
                results.append(fault)

    with closing(connected(empty_postgres_url)) as connection:
        update_tables(connection, OLD)
    threads = [threading.Thread(target=update) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results, key=str) == [False] * 5 + [True]
    assert filled == [1]


def test_the_columns_of_scripts_are_those_that_they_make(connection: PostgresConnection) -> None:
    assert columns_of(OLD) == {("pets", "name"), ("pets", "age")}
    assert columns_of(NEW) == {("pets", "name"), ("pets", "food")}
    update_tables(connection, NEW)
    own = {("schemas", "name"), ("schemas", "version")}
    assert columns_in(connection) == columns_of(NEW) | own
