"""Accounts go from store to store with what belongs to them, once."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from undertide_server.accounts import copying
from undertide_server.accounts.copying import AccountCopyReport, copy_accounts
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.personal_data import PersonalData
from undertide_server.accounts.repository import AccountRepository
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.errors import StatementError
from undertide_shared.messages import AuditEntry

NOW = 1_700_000_000.0
TABLES = ("accounts", "tokens", "outlaws", "deeds", "reports", "erased")


@pytest.fixture(params=["memory", "postgres"])
def target(request: pytest.FixtureRequest) -> Iterator[StoreConnection]:
    """A server without accounts."""
    is_shared = request.param == "postgres"
    url = request.getfixturevalue("postgres_url") if is_shared else ""
    with closing(open_accounts(PostgresAddress.parse(url) if url else None)) as connection:
        yield connection


@pytest.fixture
def source() -> Iterator[StoreConnection]:
    """Accounts of Ann and Bob, and of somebody who was erased; a ban, entries and reports."""
    with closing(open_accounts(None)) as connection:
        accounts = AccountRepository(connection)
        for name in ("Cid", "Ann", "Bob"):
            accounts.add(name, f"hash of {name}", 10, NOW)
        cid, ann, bob = accounts.all()
        PersonalData(connection, None).erase(cid)
        accounts.set_operator(ann.known.id, operator=True)
        accounts.add_token(bob.known, b"digest", NOW + 9.0, NOW)
        moderation = ModerationRepository(connection)
        moderation.ban("Eve", "", "Ann", 0.0, "why")
        for text in ("kicked Eve", "kicked Eve", "kicked Bob"):
            moderation.write(AuditEntry(int(NOW), "Ann", text), NOW)
        connection.execute(
            "INSERT INTO reports (at, session, by, by_account, name, account, address, reason,"
            " lines) VALUES (?, 'abcde', 'Bob', 'Bob', 'Eve', '', '', 'rude', ?)",
            (NOW, b"\x90"),
        )
        yield connection


def rows(connection: StoreConnection, table: str) -> list[tuple[object, ...]]:
    return connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()


def without_numbers(connection: StoreConnection, table: str) -> list[tuple[object, ...]]:
    return [row[1:] for row in rows(connection, table)]


def test_everything_of_the_accounts_comes(source: StoreConnection, target: StoreConnection) -> None:
    assert copy_accounts(source, target) == AccountCopyReport(copied=2)
    for table in ("accounts", "outlaws", "deeds", "reports"):
        assert without_numbers(target, table) == without_numbers(source, table) != []
    assert rows(target, "erased") == rows(source, "erased") != []
    account = AccountRepository(target).use_token(b"digest", NOW + 20.0, NOW + 1.0)
    assert account is not None
    assert account.name == "Bob"


def test_a_second_call_copies_nothing_again(
    source: StoreConnection, target: StoreConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGE_ROWS", 1)
    copy_accounts(source, target)
    before = [rows(target, table) for table in TABLES]
    AccountRepository(source).use_token(b"digest", NOW + 30.0, NOW + 8.0)  # Bob is seen later.
    assert copy_accounts(source, target) == AccountCopyReport(same=2)
    assert [rows(target, table) for table in TABLES] == before


def test_only_new_entries_are_added(source: StoreConnection, target: StoreConnection) -> None:
    copy_accounts(source, target)
    ModerationRepository(source).write(AuditEntry(int(NOW), "Ann", "kicked Eve"), NOW)
    copy_accounts(source, target)
    texts = [row[3] for row in rows(target, "deeds")]
    assert texts == ["kicked Eve", "kicked Eve", "kicked Bob", "kicked Eve"]


def test_another_account_of_a_name_stays_as_it_is(
    source: StoreConnection, target: StoreConnection
) -> None:
    AccountRepository(target).add("BOB", "another hash", 10, NOW - 1.0)
    report = copy_accounts(source, target)
    assert report.copied == 1
    assert report.left == {"Bob": "there is another account of that name there"}
    bob = AccountRepository(target).find("bob")
    assert bob is not None
    assert bob.password == "another hash"
    assert rows(target, "tokens") == []


def test_an_account_that_was_changed_there_stays_so(
    source: StoreConnection, target: StoreConnection
) -> None:
    copy_accounts(source, target)
    accounts = AccountRepository(target)
    ann = accounts.find("Ann")
    assert ann is not None
    accounts.set_password(ann.known, "newer hash")
    accounts.set_operator(ann.known.id, operator=False)
    before = rows(target, "accounts")
    assert copy_accounts(source, target) == AccountCopyReport(same=2)
    assert rows(target, "accounts") == before


def test_a_newer_password_here_is_told_and_not_lost(
    source: StoreConnection, target: StoreConnection
) -> None:
    copy_accounts(source, target)
    accounts = AccountRepository(source)
    bob = accounts.find("Bob")
    assert bob is not None
    accounts.set_password(bob.known, "newer hash")
    report = copy_accounts(source, target)
    assert report.left == {"Bob": "its password has changed here since it was copied"}


def test_an_erased_name_stays_erased(source: StoreConnection, target: StoreConnection) -> None:
    accounts = AccountRepository(target)
    accounts.add("Bob", "", 10, NOW)
    PersonalData(target, None).erase(accounts.all()[0])
    assert "was erased there" in copy_accounts(source, target).left["Bob"]
    assert accounts.find("Bob") is None


def test_it_is_all_or_nothing(source: StoreConnection, target: StoreConnection) -> None:
    target.execute("DROP TABLE reports")
    with pytest.raises(StatementError):
        copy_accounts(source, target)
    assert rows(target, "accounts") == rows(target, "deeds") == []
