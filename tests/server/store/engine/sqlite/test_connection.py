"""A connection to a SQLite file: its errors are the store's; a transaction is all or nothing."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from undertide_server.store.engine.faults import (
    ConstraintError,
    DamagedDatabaseError,
    StatementError,
    StoreFaultError,
)
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite.connection import SqliteConnection, connect, error_of

PAGE = 4096
ROWS = 1000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database of many pages."""
    file = tmp_path / "some.db"
    with closing(connect(file, file)) as connection:
        connection.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        with connection.transaction():
            connection.executemany(
                "INSERT INTO things VALUES (?, ?)",
                [(number, f"thing {number:0100}") for number in range(ROWS)],
            )
    return file


@pytest.fixture
def connection(file: Path) -> Iterator[SqliteConnection]:
    opened = connect(file, file)
    yield opened
    opened.close()


def names(connection: StoreConnection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM things WHERE id < 3")]


def test_rows_are_read_in_every_way(connection: SqliteConnection) -> None:
    rows = connection.execute("SELECT id FROM things WHERE id < :most ORDER BY id", {"most": 4})
    assert rows.fetchone() == (0,)
    assert next(iter(rows)) == (1,)
    assert rows.fetchall() == [(2,), (3,)]
    assert rows.fetchone() is None


def test_a_statement_tells_how_many_rows_it_changed(connection: SqliteConnection) -> None:
    assert connection.execute("DELETE FROM things WHERE id < ?", (7,)).rowcount == 7
    row = connection.execute("INSERT INTO things VALUES (1, 'one') RETURNING id").fetchone()
    assert row == (1,)


@pytest.mark.parametrize("statement", ["SELECT nothing FROM things", "SELEKT", "SELECT ?"])
def test_a_wrong_statement_is_a_fault_of_this_program(
    connection: SqliteConnection, statement: str
) -> None:
    with pytest.raises(StatementError):
        connection.execute(statement)


def test_a_second_row_with_the_same_key_is_told_apart(connection: SqliteConnection) -> None:
    with pytest.raises(ConstraintError):
        connection.execute("INSERT INTO things VALUES (1, 'one')")
    with pytest.raises(ConstraintError):
        connection.executemany("INSERT INTO things VALUES (?, 'one')", [(1,)])


def test_a_database_that_another_process_holds_may_be_free_later(
    file: Path, connection: SqliteConnection
) -> None:
    with closing(sqlite3.connect(file, timeout=0)) as raw:
        other = SqliteConnection(raw, file)
        with connection.transaction(), pytest.raises(StoreFaultError, match="locked"):
            other.execute("DELETE FROM things")


def test_a_file_that_cannot_be_made_is_a_fault_of_the_disk(tmp_path: Path) -> None:
    with pytest.raises(StoreFaultError):
        connect(tmp_path / "missing" / "some.db", tmp_path)


@pytest.mark.parametrize(
    "read",
    [
        list,
        lambda rows: rows.fetchall(),
        lambda rows: [rows.fetchone() for _ in range(ROWS)],
    ],
)
def test_a_damaged_page_that_is_met_while_rows_are_read_names_the_file(
    file: Path, read: Callable[[object], object]
) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2 :] = bytes(len(data) - len(data) // 2)
    file.write_bytes(data)
    with closing(connect(file, file, "restore it")) as connection:
        rows = connection.execute("SELECT name FROM things NOT INDEXED")
        with pytest.raises(DamagedDatabaseError, match="restore it") as told:
            read(rows)
    assert told.value.place == file


def test_an_error_of_the_module_itself_has_no_code_and_is_the_disks() -> None:
    fault = error_of(sqlite3.OperationalError("cannot read"), Path("some.db"), "")
    assert type(fault) is StoreFaultError


def test_a_transaction_is_written_whole(connection: SqliteConnection, file: Path) -> None:
    with connection.transaction():
        connection.execute("DELETE FROM things WHERE id < 3")
        with closing(connect(file, file)) as other:
            assert len(names(other)) == 3
    with closing(connect(file, file)) as other:
        assert names(other) == []


@pytest.mark.parametrize("statement", ["DELETE FROM nothing", "ROLLBACK"])
def test_a_transaction_that_fails_writes_nothing(
    connection: SqliteConnection, statement: str
) -> None:
    with pytest.raises(ZeroDivisionError), connection.transaction():  # noqa: PT012
        connection.execute("DELETE FROM things")
        with pytest.raises(StatementError):
            connection.execute("DELETE FROM nothing")
        if statement == "ROLLBACK":
            connection.execute(statement)
        raise ZeroDivisionError
    assert len(names(connection)) == 3
    with connection.transaction():
        pass


def test_another_connection_sees_that_something_was_written(
    connection: SqliteConnection, file: Path
) -> None:
    before = connection.data_version()
    connection.execute("DELETE FROM things WHERE id = 1")
    assert connection.data_version() == before
    with closing(connect(file, file)) as other:
        other.execute("DELETE FROM things WHERE id = 2")
    assert connection.data_version() != before


def test_reads_see_one_moment_once_they_shall(tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    with closing(connect(file, file)) as writer, closing(connect(file, file)) as reader:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("CREATE TABLE things (name TEXT, id INTEGER)")
        reader.see_one_moment()
        assert names(reader) == []
        writer.execute("INSERT INTO things VALUES ('one', 1)")
        assert names(reader) == []


def test_space_that_rows_have_left_is_free_and_can_be_given_back(tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    with closing(connect(file, file)) as connection:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("CREATE TABLE waste (data BLOB)")
        connection.execute("INSERT INTO waste VALUES (zeroblob(100000))")
        full = connection.space()
        assert (full.free, full.returnable, full.page) == (0, 0, PAGE)
        connection.execute("DELETE FROM waste")
        emptied = connection.space()
        assert emptied.kept + emptied.free == full.kept
        assert emptied.returnable == emptied.free > 90_000
        connection.give_back(5)
        assert connection.space().free == emptied.free - 5 * PAGE
        connection.compact()
        assert connection.space() == (emptied.kept, 0, 0, PAGE)


def test_without_that_mode_only_writing_it_anew_gives_space_back(
    connection: SqliteConnection,
) -> None:
    connection.execute("DELETE FROM things WHERE id > 3")
    space = connection.space()
    assert (space.free > 0, space.returnable) == (True, 0)
    connection.compact()
    assert connection.space().free == 0


def test_damaged_text_is_readable(connection: SqliteConnection) -> None:
    connection.execute("UPDATE things SET name = CAST(x'ff41' AS TEXT) WHERE id = 0")
    assert names(connection)[0] == "\N{REPLACEMENT CHARACTER}A"


def test_a_query_is_told_its_index(connection: SqliteConnection) -> None:
    with pytest.raises(StatementError, match="no such index"):
        connection.execute(f"SELECT id FROM things {connection.by_index('missing')}")
