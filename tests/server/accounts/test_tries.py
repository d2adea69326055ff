"""Counts of tries that several processes share."""

from contextlib import ExitStack, closing

import pytest

from support.postgres.interleaving import InterruptedConnection, Meanwhile
from undertide_server.accounts import tries as tries_module
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.tries import TryLimit, TryRepository
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection

LIMIT = TryLimit("wrong", 3, 10.0)
OTHER = TryLimit("tries", 5, 10.0)


@pytest.fixture
def tries(new_accounts: StoreConnection) -> TryRepository:
    return TryRepository(new_accounts)


def take(tries: TryRepository, key: str, now: float) -> float:
    """Try once; return the seconds to wait, 0 for a try that counts."""
    (wait,) = tries.count_tries([(LIMIT, key)], now)
    return wait


def test_some_tries_are_free_and_then_one_after_each_wait(tries: TryRepository) -> None:
    assert [take(tries, "Ann", 0.0) for _ in range(4)] == [0, 0, 0, 10]
    assert take(tries, "Ann", 4.0) == 6
    assert [take(tries, "Ann", 10.0) for _ in range(2)] == [0, 10]
    assert [take(tries, "Ann", 1000.0) for _ in range(4)] == [0, 0, 0, 10]


def test_each_key_of_each_kind_has_its_own_count(tries: TryRepository) -> None:
    for _ in range(3):
        take(tries, "Ann", 0.0)
    assert take(tries, "Bob", 0.0) == 0
    assert tries.count_tries([(OTHER, "Ann")], 0.0) == [0]


def test_a_try_that_one_limit_refuses_counts_for_none(tries: TryRepository) -> None:
    for _ in range(3):
        take(tries, "Ann", 0.0)
    for _ in range(9):
        assert tries.count_tries([(LIMIT, "Ann"), (OTHER, "here")], 0.0) == [10, 0]
    assert [tries.count_tries([(OTHER, "here")], 0.0) for _ in range(6)] == [[0.0]] * 5 + [[10.0]]


def test_a_try_that_was_right_is_taken_back(tries: TryRepository) -> None:
    for _ in range(3):
        take(tries, "Ann", 0.0)
    tries.forgive(LIMIT, "Ann")
    tries.forgive(LIMIT, "Bob")
    assert [take(tries, "Ann", 0.0) for _ in range(2)] == [0, 10]


def test_processes_share_the_counts(store: StoreAddress) -> None:
    with ExitStack() as opened:
        processes = [
            TryRepository(opened.enter_context(closing(open_accounts(store)))) for _ in range(2)
        ]
        waits = [take(processes[number % 2], "Ann", 0.0) for number in range(6)]
    assert waits == [0, 0, 0, 10, 10, 10]


def test_neither_another_limit_nor_a_wrong_clock_locks_anybody_out_for_long(
    tries: TryRepository,
) -> None:
    for _ in range(3):
        take(tries, "Ann", 1_000_000.0)
    assert take(tries, "Ann", 0.0) == 10


def test_no_more_keys_are_remembered_than_there_may_be_and_the_worst_stay(
    tries: TryRepository, new_accounts: StoreConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries_module, "MOST_TRIES", 2)
    for _ in range(3):
        take(tries, "Ann", 0.0)
    for name in "abc":
        take(tries, name, 0.0)
    assert new_accounts.execute("SELECT count(*) FROM tries").fetchone() == (2,)
    assert take(tries, "Ann", 0.0) == 10


def test_expired_counts_are_forgotten(tries: TryRepository, new_accounts: StoreConnection) -> None:
    take(tries, "Ann", 0.0)
    take(tries, "Bob", 5.0)
    tries.forget_old(10.0)
    assert new_accounts.execute("SELECT key FROM tries").fetchall() == [("Bob",)]


def test_a_damaged_count_counts_for_nothing() -> None:
    with closing(open_accounts(None)) as connection:
        tries = TryRepository(connection)
        take(tries, "Ann", 0.0)
        connection.execute("UPDATE tries SET clear_at = 'x'")
        assert [take(tries, "Ann", 0.0) for _ in range(4)] == [0, 0, 0, 10]


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_tries_at_the_same_time_are_all_counted(
    interrupted: InterruptedConnection, tries: TryRepository
) -> None:
    mine = TryRepository(interrupted)
    for _ in range(2):
        take(mine, "Ann", 0.0)
    other = Meanwhile(interrupted.address, lambda: take(tries, "Ann", 0.0))
    interrupted.before_commit = other.begin
    assert take(mine, "Ann", 0.0) == 0
    assert other.result() == 10
