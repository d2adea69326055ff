"""Tables are made version by version, and a database without all of them is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from undertide_server.store.engine.faults import DamagedDatabaseError, WrongSchemaError
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite.connection import SqliteConnection, connect
from undertide_server.store.engine.sqlite.tables import (
    Tables,
    check_tables,
    is_older,
    update_tables,
)

REMEDY = "ask the smith"
FIRST = ("CREATE TABLE swords (name TEXT)",)
SECOND = ("ALTER TABLE swords ADD COLUMN length INTEGER", "CREATE TABLE bows (name TEXT)")


def note_length(connection: StoreConnection) -> None:
    connection.execute("UPDATE swords SET length = 3")


OLD = Tables((FIRST,), REMEDY)
NEW = Tables((FIRST, SECOND), REMEDY, note_length)


@pytest.fixture
def connection() -> Iterator[SqliteConnection]:
    opened = connect(":memory:", Path("swords.db"))
    yield opened
    opened.close()


def test_a_new_database_gets_all_tables(connection: SqliteConnection) -> None:
    assert is_older(connection, NEW)
    assert not update_tables(connection, NEW), "there was nothing in it"
    assert not is_older(connection, NEW)
    check_tables(connection, NEW)


def test_an_old_one_gets_what_it_lacks_and_is_filled_once(connection: SqliteConnection) -> None:
    update_tables(connection, OLD)
    connection.execute("INSERT INTO swords VALUES ('long')")
    with pytest.raises(WrongSchemaError, match="a server that starts on it"):
        check_tables(connection, NEW)
    assert update_tables(connection, NEW)
    check_tables(connection, NEW)
    assert connection.execute("SELECT * FROM swords").fetchall() == [("long", 3)]
    connection.execute("UPDATE swords SET length = 9")
    assert not update_tables(connection, NEW)
    assert connection.execute("SELECT length FROM swords").fetchone() == (9,)


def test_a_later_one_is_left_alone(connection: SqliteConnection) -> None:
    update_tables(connection, NEW)
    assert not update_tables(connection, OLD)
    with pytest.raises(WrongSchemaError, match="install the version"):
        check_tables(connection, OLD)


def test_a_table_that_is_there_too_early_changes_nothing(connection: SqliteConnection) -> None:
    update_tables(connection, OLD)
    connection.execute("CREATE TABLE bows (id INTEGER)")
    with pytest.raises(DamagedDatabaseError, match=f"bows already exists: {REMEDY}"):
        update_tables(connection, NEW)
    check_tables(connection, OLD)


def test_a_column_that_is_missing_is_told(connection: SqliteConnection) -> None:
    update_tables(connection, NEW)
    connection.execute("ALTER TABLE bows RENAME COLUMN name TO nane")
    with pytest.raises(DamagedDatabaseError, match=f"'bows' has no 'name': {REMEDY}"):
        check_tables(connection, NEW)
