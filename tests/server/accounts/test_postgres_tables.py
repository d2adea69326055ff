"""The tables of accounts are the same in both engines, and note their changes."""

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from undertide_server.accounts import database
from undertide_server.accounts.postgres_tables import TABLES
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import ConstraintError
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.opening import open_to_write
from undertide_server.store.engine.postgres.tables import columns_in, columns_of

ACCOUNT = "INSERT INTO accounts (folded, name, password, made, seen) VALUES (?, ?, '', 0, 0)"
BAN = "INSERT INTO outlaws (account, network, by, until, reason) VALUES ('', '', '', 0, '')"
CHANGES = "SELECT kind, id FROM changes ORDER BY number"


def opened(url: str) -> PostgresConnection:
    return open_to_write(PostgresAddress(url), TABLES)


@pytest.fixture
def connection(postgres_url: str) -> Iterator[PostgresConnection]:
    with closing(opened(postgres_url)) as made:
        yield made


def test_both_engines_have_the_same_tables_columns_and_version(
    connection: PostgresConnection,
) -> None:
    assert TABLES.version == database.TABLES.version
    with closing(database.open_accounts(None)) as memory:
        rows = memory.execute(
            "SELECT tables.name, columns.name FROM sqlite_schema AS tables"
            " JOIN pragma_table_info(tables.name) AS columns"
            " WHERE tables.type = 'table' AND tables.name <> 'sqlite_sequence'"
        )
        assert columns_of(TABLES) == set(rows)
    assert columns_of(TABLES) <= columns_in(connection)


def test_changes_of_accounts_and_bans_are_noted(connection: PostgresConnection) -> None:
    connection.execute(ACCOUNT, ("ada", "Ada"))
    connection.execute("UPDATE accounts SET operator = 1")
    connection.execute("UPDATE accounts SET seen = 5, password = 'x'")
    connection.execute("DELETE FROM accounts")
    connection.execute(BAN)
    connection.execute("DELETE FROM outlaws")
    rows = connection.execute(CHANGES).fetchall()
    assert rows == [("account", 1)] * 3 + [("ban", 1)] * 2


def test_old_changes_end(connection: PostgresConnection) -> None:
    connection.execute(
        "INSERT INTO changes (kind, id)"
        " SELECT 'ban', number FROM generate_series(1, 1000) AS number"
    )
    connection.execute(ACCOUNT, ("ada", "Ada"))
    with connection.transaction():
        connection.executemany("UPDATE accounts SET generation = ?", [(n,) for n in range(9)])
    bounds = connection.execute("SELECT min(number), max(number) FROM changes").fetchone()
    assert bounds == (11, 1010)


def test_a_change_that_is_read_has_no_lower_one_to_come(
    connection: PostgresConnection, postgres_url: str
) -> None:
    """A transaction that made a change keeps later ones waiting: else they would come first."""
    with closing(opened(postgres_url)) as other:
        thread = threading.Thread(target=other.execute, args=(ACCOUNT, ("eve", "Eve")))
        with connection.transaction():
            connection.execute(ACCOUNT, ("ada", "Ada"))
            thread.start()
            while not connection.execute(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            ).fetchone()[0]:
                pass
            assert len(connection.execute(CHANGES).fetchall()) == 1
        thread.join()
    assert connection.execute(CHANGES).fetchall() == [("account", 1), ("account", 2)]


def test_the_audit_log_is_never_rewritten(connection: PostgresConnection) -> None:
    connection.execute("INSERT INTO deeds (at, who, text, session) VALUES (0, 'a', 'b', '')")
    with pytest.raises(ConstraintError, match="never rewritten"):
        connection.execute("UPDATE deeds SET who = 'c'")
    connection.execute("DELETE FROM deeds")
