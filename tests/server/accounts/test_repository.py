from pathlib import Path

import pytest

from support.postgres.interleaving import InterruptedConnection, Meanwhile
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.errors import LoginEndedError, NameTakenError, RepositoryFullError
from undertide_server.accounts.repository import MOST_TOKENS, AccountRepository
from undertide_server.store.engine.protocol import StoreConnection


@pytest.fixture
def repository(new_accounts: StoreConnection) -> AccountRepository:
    return AccountRepository(new_accounts)


def digest(number: int) -> bytes:
    return number.to_bytes(32, "big")


def test_an_account_is_found_however_its_name_is_written(repository: AccountRepository) -> None:
    ann = repository.add("Ann", "a hash", 10, 5.0)
    found = repository.find("ANN")
    assert found is not None
    assert (found.known, found.password, found.made) == (ann, "a hash", 5.0)
    assert repository.find("Bob") is None
    assert [record.known for record in repository.all()] == [ann]


def test_a_name_is_given_once(repository: AccountRepository) -> None:
    repository.add("Ann", "", 10, 0.0)
    with pytest.raises(NameTakenError):
        repository.add("ann", "", 10, 0.0)


def test_there_are_no_more_accounts_than_there_may_be(repository: AccountRepository) -> None:
    repository.add("Ann", "", 1, 0.0)
    with pytest.raises(RepositoryFullError):
        repository.add("Bob", "", 1, 0.0)
    assert len(repository.all()) == 1


def test_a_token_logs_in_until_it_expires_and_each_use_puts_that_off(
    repository: AccountRepository,
) -> None:
    ann = repository.add("Ann", "", 10, 0.0)
    repository.add_token(ann, digest(1), 100.0, 0.0)
    assert repository.use_token(digest(1), 150.0, 99.0) == ann
    assert repository.use_token(digest(1), 250.0, 149.0) == ann
    assert repository.use_token(digest(1), 999.0, 250.0) is None
    assert repository.use_token(digest(2), 999.0, 0.0) is None
    record = repository.find("Ann")
    assert record is not None
    assert record.seen == 149.0


def test_a_token_ends(repository: AccountRepository) -> None:
    ann = repository.add("Ann", "", 10, 0.0)
    repository.add_token(ann, digest(1), 100.0, 0.0)
    repository.end_token(digest(1))
    assert repository.use_token(digest(1), 100.0, 0.0) is None


def test_of_too_many_tokens_the_oldest_ends(repository: AccountRepository) -> None:
    ann, bob = repository.add("Ann", "", 10, 0.0), repository.add("Bob", "", 10, 0.0)
    repository.add_token(bob, digest(99), 1000.0, 0.0)
    for number in range(MOST_TOKENS + 1):
        repository.add_token(ann, digest(number), 1000.0, float(number))
    good = [n for n in range(100) if repository.use_token(digest(n), 1000.0, 20.0)]
    assert good == [*range(1, MOST_TOKENS + 1), 99]


def test_another_password_ends_all_logins(repository: AccountRepository) -> None:
    ann, bob = repository.add("Ann", "old", 10, 0.0), repository.add("Bob", "", 10, 0.0)
    repository.add_token(ann, digest(1), 100.0, 0.0)
    repository.add_token(bob, digest(2), 100.0, 0.0)
    changed = repository.set_password(ann, "new")
    assert changed.generation > ann.generation
    assert repository.by_id(ann.id).password == "new"
    assert repository.use_token(digest(1), 100.0, 0.0) is None
    assert repository.use_token(digest(2), 100.0, 0.0) == bob


def test_a_hash_that_is_renewed_ends_none(repository: AccountRepository) -> None:
    ann = repository.add("Ann", "old", 10, 0.0)
    repository.add_token(ann, digest(1), 100.0, 0.0)
    repository.rehash(repository.by_id(ann.id), "new")
    assert repository.by_id(ann.id).password == "new"
    assert repository.use_token(digest(1), 100.0, 0.0) == ann


def test_who_was_slower_than_a_new_password_gets_nothing_by_the_old_one(
    repository: AccountRepository,
) -> None:
    ann = repository.add("Ann", "old", 10, 0.0)
    before = repository.by_id(ann.id)
    repository.set_password(ann, "new")
    repository.rehash(before, "old again")
    assert repository.by_id(ann.id).password == "new"
    with pytest.raises(LoginEndedError):
        repository.add_token(ann, digest(1), 100.0, 0.0)
    with pytest.raises(LoginEndedError):
        repository.set_password(ann, "theirs")
    assert repository.by_id(ann.id).password == "new"
    assert repository.use_token(digest(1), 100.0, 0.0) is None


def test_all_of_it_outlives_the_process_and_only_the_owner_may_read_it(tmp_path: Path) -> None:
    connection = open_accounts(tmp_path)
    ann = AccountRepository(connection).add("Ann", "a hash", 10, 0.0)
    AccountRepository(connection).set_operator(ann.id, operator=True)
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert set(modes.values()) == {0o600}, modes
    connection.close()
    again = open_accounts(tmp_path)
    record = AccountRepository(again).find("Ann")
    assert record is not None
    assert record.known.operator
    again.close()


@pytest.mark.parametrize(
    "damage", ["made = 'x'", "operator = 3", "password = x'ff'", "name = x'ff'"]
)
def test_nobody_logs_in_to_an_account_whose_entry_is_damaged(damage: str) -> None:
    connection = open_accounts(None)
    repository = AccountRepository(connection)
    for name in ("Ann", "Bob"):
        repository.add(name, "a hash", 10, 5.0)
    repository.set_operator(1, operator=True)
    assert repository.damaged() == []
    connection.execute(f"UPDATE accounts SET {damage} WHERE id = 1")
    ann, bob = repository.all()
    assert (ann.password, ann.known.operator, ann.known.folded) == ("", False, "ann")
    assert (bob.password, bob.known.name) == ("a hash", "Bob")
    assert repository.damaged() == [1]


def test_a_token_of_no_account_is_no_login() -> None:
    connection = open_accounts(None)
    repository = AccountRepository(connection)
    ann = repository.add("Ann", "", 10, 0.0)
    repository.add_token(ann, digest(1), 10.0, 0.0)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("UPDATE tokens SET account = 77")
    assert repository.use_token(digest(1), 20.0, 1.0) is None


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_a_name_is_given_once_to_two_who_ask_at_the_same_time(
    interrupted: InterruptedConnection, new_accounts: StoreConnection
) -> None:
    def add() -> None:
        with pytest.raises(NameTakenError):
            AccountRepository(new_accounts).add("ANN", "", 10, 0.0)

    other = Meanwhile(interrupted.address, add)
    interrupted.before_commit = other.begin
    AccountRepository(interrupted).add("Ann", "", 10, 0.0)
    other.result()


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_two_who_ask_at_the_same_time_do_not_both_get_the_last_account(
    interrupted: InterruptedConnection, new_accounts: StoreConnection
) -> None:
    def add() -> None:
        with pytest.raises(RepositoryFullError):
            AccountRepository(new_accounts).add("Bob", "", 1, 0.0)

    other = Meanwhile(interrupted.address, add)
    interrupted.before_commit = other.begin
    AccountRepository(interrupted).add("Ann", "", 1, 0.0)
    other.result()


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_no_login_outlives_a_password_that_changes_meanwhile(
    interrupted: InterruptedConnection, new_accounts: StoreConnection
) -> None:
    theirs = AccountRepository(new_accounts)
    ann = theirs.add("Ann", "", 10, 0.0)
    theirs.add_token(ann, digest(1), 100.0, 0.0)

    def log_in() -> bool:
        with pytest.raises(LoginEndedError):
            theirs.add_token(ann, digest(2), 100.0, 0.0)
        return theirs.use_token(digest(1), 100.0, 0.0) is None

    other = Meanwhile(interrupted.address, log_in)
    interrupted.before_commit = other.begin
    AccountRepository(interrupted).set_password(ann, "new")
    assert other.result()


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_a_token_that_is_used_while_all_tokens_end_is_no_login(
    interrupted: InterruptedConnection, new_accounts: StoreConnection
) -> None:
    theirs = AccountRepository(new_accounts)
    ann = theirs.add("Ann", "", 10, 0.0)
    theirs.add_token(ann, digest(1), 100.0, 0.0)
    using = Meanwhile(interrupted.address, lambda: theirs.use_token(digest(1), 200.0, 1.0))
    interrupted.before_commit = using.begin
    AccountRepository(interrupted).set_password(ann, "new")
    assert using.result() is None


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_an_account_has_no_more_logins_than_it_may_however_they_come(
    interrupted: InterruptedConnection, new_accounts: StoreConnection
) -> None:
    theirs, mine = AccountRepository(new_accounts), AccountRepository(interrupted)
    ann = theirs.add("Ann", "", 10, 0.0)
    for number in range(MOST_TOKENS):
        theirs.add_token(ann, digest(number), 100.0, float(number))
    other = Meanwhile(interrupted.address, lambda: theirs.add_token(ann, digest(90), 100.0, 90.0))
    interrupted.before_commit = other.begin
    mine.add_token(ann, digest(91), 100.0, 91.0)
    other.result()
    (count,) = new_accounts.execute("SELECT count(*) FROM tokens").fetchone()
    assert count == MOST_TOKENS
