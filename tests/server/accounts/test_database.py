import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from undertide_server.accounts.change_feed import ChangeFeed
from undertide_server.accounts.database import FILE, TABLES, open_accounts
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.reports import ReportRepository
from undertide_server.accounts.repository import AccountRepository
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite.mending import as_mended, mend
from undertide_server.store.errors import ConstraintError, DamagedDatabaseError, WrongSchemaError
from undertide_shared.messages import AuditEntry


def test_tables_of_a_later_version_are_left_alone(tmp_path: Path) -> None:
    open_accounts(tmp_path).close()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute(f"PRAGMA user_version = {TABLES.version + 1}")
    connection.close()
    with pytest.raises(WrongSchemaError, match=f"version {TABLES.version + 1}"):
        open_accounts(tmp_path)


def test_tables_of_the_first_version_get_what_they_lack(tmp_path: Path) -> None:
    connection = open_accounts(tmp_path)
    AccountRepository(connection).add("Ann", "", 10, 0.0)
    for table in ("reports", "erased"):
        connection.execute(f"DROP TABLE {table}")
    _drop_third(connection)
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    connection = open_accounts(tmp_path)
    assert AccountRepository(connection).find("ann") is not None
    assert ReportRepository(connection).page(0, 10) == []
    connection.close()


def _drop_third(connection: StoreConnection) -> None:
    """Take away what the third version brought."""
    triggers = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name <> 'deeds_stay'"
    ).fetchall()
    for (trigger,) in triggers:
        connection.execute(f"DROP TRIGGER {trigger}")
    for table in ("changes", "tries"):
        connection.execute(f"DROP TABLE {table}")


def test_tables_of_the_second_version_get_what_they_lack(tmp_path: Path) -> None:
    connection = open_accounts(tmp_path)
    ann = AccountRepository(connection).add("Ann", "", 10, 0.0)
    _drop_third(connection)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    with closing(open_accounts(tmp_path)) as connection:
        feed = ChangeFeed(connection)
        AccountRepository(connection).set_operator(ann.id, operator=True)
        changes = feed.read()
        assert changes is not None
        assert [account.operator for account in changes.accounts] == [True]


def test_processes_that_open_old_tables_at_once_update_them_once(tmp_path: Path) -> None:
    connection = open_accounts(tmp_path)
    _drop_third(connection)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    with ThreadPoolExecutor(4) as threads:
        for opened in threads.map(lambda _: open_accounts(tmp_path), range(4)):
            assert opened.execute("PRAGMA user_version").fetchone() == (TABLES.version,)
            opened.close()


def write_and_fail(connection: StoreConnection) -> None:
    with connection.transaction():
        ModerationRepository(connection).write(AuditEntry(0, "Olga", "banned Ann", ""), 0.0)
        raise ZeroDivisionError


def test_a_transaction_that_fails_writes_nothing() -> None:
    connection = open_accounts(None)
    with pytest.raises(ZeroDivisionError):
        write_and_fail(connection)
    assert ModerationRepository(connection).entries(None) == []


def test_what_was_done_is_never_rewritten() -> None:
    connection = open_accounts(None)
    ModerationRepository(connection).write(AuditEntry(0, "Olga", "banned Ann", ""), 0.0)
    with pytest.raises(ConstraintError):
        connection.execute("UPDATE deeds SET who = 'Bob'")
    assert ModerationRepository(connection).entries(None)[0].who == "Olga"


def test_a_damaged_file_is_told_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    for work in (partial(open_accounts, tmp_path), partial(mend, tmp_path / FILE, TABLES)):
        with pytest.raises(DamagedDatabaseError, match="without accounts and bans") as told:
            work()
        assert str(tmp_path / FILE) in str(told.value)


def test_stale_indexes_are_made_again_and_shown_so_without_a_change(tmp_path: Path) -> None:
    connection = open_accounts(tmp_path)
    AccountRepository(connection).add("Annabella", "", 10, 0.0)
    connection.close()
    assert not mend(tmp_path / FILE, TABLES)
    data = bytearray((tmp_path / FILE).read_bytes())
    data[data.rfind(b"annabella")] ^= 2
    (tmp_path / FILE).write_bytes(data)
    before = (tmp_path / FILE).read_bytes()
    with as_mended(tmp_path / FILE, TABLES) as view:
        (record,) = AccountRepository(view).all()
        assert AccountRepository(view).find(record.known.folded) == record
    assert (tmp_path / FILE).read_bytes() == before
    assert mend(tmp_path / FILE, TABLES)
    assert not mend(tmp_path / FILE, TABLES)


def test_the_accounts_of_a_cluster_are_in_its_database(empty_postgres_url: str) -> None:
    store = PostgresAddress.parse(empty_postgres_url)
    with closing(open_accounts(store)) as one, closing(open_accounts(store)) as other:
        AccountRepository(one).add("Ann", "", 10, 0.0)
        assert [each.known.name for each in AccountRepository(other).all()] == ["Ann"]
