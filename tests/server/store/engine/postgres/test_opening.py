"""A database is opened to write, or to be read as it is at one moment."""

from contextlib import closing

import pytest

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import StoreFaultError, WrongSchemaError
from undertide_server.store.engine.postgres.opening import open_to_read, open_to_write
from undertide_server.store.engine.postgres.pool import MOST_READERS
from undertide_server.store.postgres_tables import TABLES

INSERT = "INSERT INTO contents (hash, content) VALUES (?, ?)"


@pytest.fixture
def address(postgres_url: str) -> PostgresAddress:
    return PostgresAddress(postgres_url)


def test_a_new_database_gets_its_tables(empty_postgres_url: str) -> None:
    address = PostgresAddress(empty_postgres_url)
    with pytest.raises(WrongSchemaError, match="no tables yet"):
        open_to_read(address, TABLES)
    with closing(open_to_write(address, TABLES)) as connection:
        connection.execute(INSERT, ("a", b"1"))
    with closing(open_to_write(address, TABLES)) as connection:
        assert connection.execute("SELECT content FROM contents").fetchall() == [(b"1",)]


def test_a_reader_sees_one_moment(address: PostgresAddress) -> None:
    with closing(open_to_write(address, TABLES)) as writer:
        with closing(open_to_read(address, TABLES)) as reader:
            writer.execute(INSERT, ("a", b"1"))
            assert reader.execute("SELECT * FROM contents").fetchall() == []
        with closing(open_to_read(address, TABLES)) as reader:
            assert reader.execute("SELECT * FROM contents").fetchall() == [("a", b"1")]


def test_readers_notice_that_the_tables_are_another_versions_by_now(
    address: PostgresAddress,
) -> None:
    open_to_read(address, TABLES).close()
    with closing(open_to_write(address, TABLES)) as writer:
        writer.execute("UPDATE schemas SET version = version + 1")
        with pytest.raises(WrongSchemaError, match="install the version"):
            open_to_read(address, TABLES)


def test_a_reader_cannot_write(address: PostgresAddress) -> None:
    with closing(open_to_read(address, TABLES)) as reader, pytest.raises(StoreFaultError):
        reader.execute(INSERT, ("a", b"1"))


def test_readers_share_their_connections(address: PostgresAddress) -> None:
    seen = set()
    for _ in range(3 * MOST_READERS):
        with closing(open_to_read(address, TABLES)) as reader:
            seen.add(reader.execute("SELECT pg_backend_pid()").fetchone())
    assert len(seen) < MOST_READERS


def test_readers_beyond_the_bound_are_refused(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = [open_to_read(address, TABLES) for _ in range(MOST_READERS)]
    monkeypatch.setattr("undertide_server.store.engine.postgres.pool.LEND_SECONDS", 1.0)
    with pytest.raises(StoreFaultError, match="in use"):
        open_to_read(address, TABLES)
    readers.pop().close()
    readers.append(open_to_read(address, TABLES))
    for reader in readers:
        reader.close()
