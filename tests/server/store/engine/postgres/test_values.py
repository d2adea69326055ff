"""Values come back as they went: as the same types as from SQLite."""

import math
from collections.abc import Iterator
from contextlib import closing

import pytest

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import StatementError
from undertide_server.store.engine.postgres.bounded_connection import SoleConnection
from undertide_server.store.engine.postgres.connection import PostgresConnection
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


def test_a_number_that_no_column_can_hold_is_a_fault_of_the_statement(
    connection: PostgresConnection,
) -> None:
    with pytest.raises(StatementError):
        connection.execute("INSERT INTO things (number) VALUES (?)", (2**63,))
    assert connection.execute("SELECT count(*) FROM things").fetchone() == (0,)


def test_a_stranger_s_text_with_a_character_that_no_text_can_hold_finds_nothing(
    connection: PostgresConnection,
) -> None:
    connection.execute("INSERT INTO things (name) VALUES (?)", ("ab",))
    query = "SELECT count(*) FROM things WHERE name = ?"
    assert connection.execute(query, ("a\x00b",)).fetchone() == (0,)
    connection.execute("INSERT INTO things (name) VALUES (?)", ("a\x00b",))
    names = connection.execute("SELECT name FROM things ORDER BY name").fetchall()
    assert names == [("ab",), ("a\ufffdb",)]


def test_a_condition_is_0_or_1(connection: PostgresConnection) -> None:
    row = connection.execute("SELECT 1 < 2, 1 > 2, NULL = 1").fetchone()
    assert row == (1, 0, None)
    assert [type(value) for value in row[:2]] == [int, int]


def test_rows_can_be_read_after_the_connection_is_closed(connection: PostgresConnection) -> None:
    rows = connection.execute("SELECT 1 UNION SELECT 2 ORDER BY 1")
    connection.close()
    assert rows.fetchone() == (1,)
    assert rows.fetchall() == [(2,)]
