"""Values come back as they went: as the same types as from SQLite."""

import math
from collections.abc import Iterator
from contextlib import closing

import pytest

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import StatementError
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.raw import SoleConnection
from undertide_server.store.engine.postgres.waits import PLAY


@pytest.fixture
def connection(postgres_url: str) -> Iterator[PostgresConnection]:
    address = PostgresAddress(postgres_url)
    with closing(PostgresConnection(address, SoleConnection(address, PLAY))) as made:
        made.execute(
            "CREATE TEMPORARY TABLE things"
            " (id BIGINT, number BIGINT, measure DOUBLE PRECISION, name TEXT, data BYTEA)"
        )
        yield made


def test_each_type_comes_back_exactly(connection: PostgresConnection) -> None:
    rows = [
        (0, -(2**63), 0.1, "", b""),
        (1, 2**63 - 1, math.nextafter(1.0, 2.0), "Grüße \U0001f30a", bytes(range(256))),
        (2, 7, 1763900000.123456, "it's %s ? :x", b"\x00" * 10_000),
        (3, None, None, None, None),
    ]
    connection.executemany("INSERT INTO things VALUES (?, ?, ?, ?, ?)", rows)
    found = connection.execute("SELECT * FROM things ORDER BY id").fetchall()
    assert found == rows
    assert [type(value) for value in found[1]] == [int, int, float, str, bytes]


def test_yes_and_no_are_numbers(connection: PostgresConnection) -> None:
    connection.execute("INSERT INTO things (id, number) VALUES (1, ?)", (True,))
    assert connection.execute("SELECT number FROM things").fetchone() == (1,)


def test_sums_of_whole_numbers_are_whole_numbers(connection: PostgresConnection) -> None:
    connection.executemany("INSERT INTO things (number) VALUES (?)", [(2**62,), (2**62,)])
    total, mean = connection.execute("SELECT sum(number), avg(number / 2.0) FROM things").fetchone()
    assert (total, type(total)) == (2**63, int)
    assert mean == 2**61


def test_a_statement_is_prepared_once_whatever_the_size_of_its_numbers(
    connection: PostgresConnection,
) -> None:
    for number in [1, 2**20, 2**40] * 10:
        connection.execute("INSERT INTO things (number) VALUES (?)", (number,))
    prepared = connection.execute(
        "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO things%'"
    ).fetchone()
    assert prepared == (1,)


@pytest.mark.parametrize("value", [2**63, "a\x00b"])
def test_values_that_no_column_can_hold_are_faults_of_the_statement(
    connection: PostgresConnection, value: object
) -> None:
    column = "number" if isinstance(value, int) else "name"
    with pytest.raises(StatementError):
        connection.execute(f"INSERT INTO things ({column}) VALUES (?)", (value,))
    assert connection.execute("SELECT count(*) FROM things").fetchone() == (0,)
