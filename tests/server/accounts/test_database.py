import sqlite3
from pathlib import Path

import pytest

from undertide_server.accounts.database import FILE, SCHEMA, open_accounts, transaction
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_shared.messages import AuditEntry


def test_tables_of_a_later_version_are_left_alone(tmp_path: Path) -> None:
    open_accounts(tmp_path).close()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    with pytest.raises(sqlite3.DatabaseError, match=f"version {SCHEMA + 1}"):
        open_accounts(tmp_path)


def write_and_fail(connection: sqlite3.Connection) -> None:
    with transaction(connection):
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
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("UPDATE deeds SET who = 'Bob'")
    assert ModerationRepository(connection).entries(None)[0].who == "Olga"
