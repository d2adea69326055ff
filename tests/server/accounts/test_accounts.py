"""Who gets in: with passwords and tokens, and how often it may be tried."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from support.sessions.account_services import Clock, open_account_service
from undertide_server.accounts import accounts as accounts_module
from undertide_server.accounts import passwords as passwords_module
from undertide_server.accounts.accounts import DAY, TRIES_AT_ONCE, WRONG_AT_ONCE, Accounts, Entry
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.operators import operator_key
from undertide_server.accounts.passwords import Passwords
from undertide_server.accounts.records import KEYHOLDER
from undertide_server.accounts.repository import AccountRepository
from undertide_server.accounts.service import AccountService
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity

PASSWORD = "correct horse"
HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def service(tmp_path: Path, clock: Clock) -> Iterator[AccountService]:
    with open_account_service(
        tmp_path, clock, login_days=10, sign_ups_per_hour=3, most=5
    ) as service:
        yield service


@pytest.fixture
def accounts(service: AccountService) -> Accounts:
    return service.accounts


async def refused(attempt: Awaitable[Entry]) -> str:
    """Return the code with which an attempt is refused."""
    with pytest.raises(RequestRefusedError) as caught:
        await attempt
    return caught.value.code


def all_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


def who(accounts: Accounts, entry: Entry) -> Identity:
    return accounts.cache.identity(entry[0], HERE)


async def test_who_signs_up_is_logged_in_and_may_log_in_again(accounts: Accounts) -> None:
    entry = await accounts.sign_up("Ann", PASSWORD, HERE)
    assert who(accounts, entry) == Identity("Ann", HERE)
    again = await accounts.log_in("ANN", PASSWORD, b"", HERE)
    assert who(accounts, again) == Identity("Ann", HERE)
    assert again[1] != entry[1]


async def test_a_token_logs_in_without_the_password_and_stays_the_same(accounts: Accounts) -> None:
    _, token = await accounts.sign_up("Ann", PASSWORD, HERE)
    entry = await accounts.log_in("ann", "", token, THERE)
    assert who(accounts, entry).account == "Ann"
    assert entry[1] == token


async def test_a_token_is_good_for_its_own_account_alone(accounts: Accounts) -> None:
    _, token = await accounts.sign_up("Ann", PASSWORD, HERE)
    await accounts.sign_up("Bob", PASSWORD, HERE)
    assert await refused(accounts.log_in("Bob", "", token, HERE)) == "bad_login"
    assert await refused(accounts.log_in("Ann", "", token[:-1], HERE)) == "bad_login"


async def test_a_token_expires_some_days_after_it_was_used_last(
    accounts: Accounts, clock: Clock
) -> None:
    _, token = await accounts.sign_up("Ann", PASSWORD, HERE)
    for _ in range(3):
        clock.now += 9 * DAY
        await accounts.log_in("Ann", "", token, HERE)
    clock.now += 10 * DAY
    assert await refused(accounts.log_in("Ann", "", token, HERE)) == "bad_login"


async def test_logging_out_ends_the_token_of_that_login_alone(accounts: Accounts) -> None:
    login, token = await accounts.sign_up("Ann", PASSWORD, HERE)
    _, other = await accounts.log_in("Ann", PASSWORD, b"", HERE)
    await accounts.log_out(login)
    assert await refused(accounts.log_in("Ann", "", token, HERE)) == "bad_login"
    await accounts.log_in("Ann", "", other, HERE)


async def test_another_password_ends_all_logins_but_a_new_one(accounts: Accounts) -> None:
    login, token = await accounts.sign_up("Ann", PASSWORD, HERE)
    other, _ = await accounts.log_in("Ann", PASSWORD, b"", HERE)
    entry = await accounts.change_password(login, PASSWORD, "battery staple", HERE)
    assert who(accounts, entry).account == "Ann"
    assert accounts.cache.identity(other, HERE) == Identity(address_key=HERE)
    assert await refused(accounts.log_in("Ann", "", token, HERE)) == "bad_login"
    assert await refused(accounts.log_in("Ann", PASSWORD, b"", HERE)) == "bad_login"
    await accounts.log_in("Ann", "battery staple", b"", HERE)


async def test_a_password_that_changes_while_it_is_checked_lets_nobody_in(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    login, _ = await accounts.sign_up("Ann", PASSWORD, HERE)
    fits = Passwords.fits

    async def slower_than_a_change(self: Passwords, password: str, kept: str) -> bool:
        found = await fits(self, password, kept)
        monkeypatch.setattr(Passwords, "fits", fits)
        await accounts.change_password(login, PASSWORD, "battery staple", HERE)
        return found

    monkeypatch.setattr(Passwords, "fits", slower_than_a_change)
    assert await refused(accounts.log_in("Ann", PASSWORD, b"", THERE)) == "bad_login"


async def test_the_old_password_is_asked_for(accounts: Accounts) -> None:
    login, _ = await accounts.sign_up("Ann", PASSWORD, HERE)
    change = accounts.change_password(login, "guess guess", "battery staple", HERE)
    assert await refused(change) == "bad_login"
    assert await refused(accounts.change_password(login, PASSWORD, "x", HERE)) == "bad_password"
    assert accounts.cache.of(login) is not None


@pytest.mark.parametrize("name", ["Nobody", "Ann"])
async def test_no_account_and_a_wrong_password_are_answered_alike(
    accounts: Accounts, name: str
) -> None:
    await accounts.sign_up("Ann", PASSWORD, HERE)
    with pytest.raises(RequestRefusedError) as caught:
        await accounts.log_in(name, "guess guess", b"", HERE)
    assert caught.value.code == "bad_login"
    assert caught.value.reason == "unknown account, or wrong password"


@pytest.mark.parametrize("name", ["Nobody", "Ann"])
async def test_wrong_passwords_make_an_account_wait_whether_there_is_one_or_not(
    accounts: Accounts, name: str
) -> None:
    await accounts.sign_up("Ann", PASSWORD, HERE)
    guesses = [accounts.log_in(name, "guess guess", b"", f"192.0.2.{n}") for n in range(20)]
    answers = await asyncio.gather(*guesses, return_exceptions=True)
    refusals = [answer for answer in answers if isinstance(answer, RequestRefusedError)]
    assert {refusal.code for refusal in refusals} == {"bad_login"}
    waits = ["try again in" in refusal.reason for refusal in refusals]
    assert (waits.count(False), waits.count(True)) == (WRONG_AT_ONCE, 20 - WRONG_AT_ONCE)


async def test_who_is_guessed_at_still_gets_in_with_a_token(accounts: Accounts) -> None:
    _, token = await accounts.sign_up("Ann", PASSWORD, HERE)
    for _ in range(WRONG_AT_ONCE):
        assert await refused(accounts.log_in("Ann", "guess guess", b"", HERE)) == "bad_login"
    with pytest.raises(RequestRefusedError, match="try again in 30 s") as caught:
        await accounts.log_in("Ann", PASSWORD, b"", THERE)
    assert caught.value.code == "bad_login"
    assert who(accounts, await accounts.log_in("Ann", "", token, THERE)).account == "Ann"


async def test_right_passwords_make_nobody_wait_until_the_address_has_tried_too_many(
    accounts: Accounts,
) -> None:
    await accounts.sign_up("Ann", PASSWORD, HERE)
    for _ in range(TRIES_AT_ONCE - 1):
        await accounts.log_in("Ann", PASSWORD, b"", HERE)
    with pytest.raises(RequestRefusedError, match="try again in 5 s"):
        await accounts.log_in("Ann", PASSWORD, b"", HERE)
    await accounts.log_in("Ann", PASSWORD, b"", THERE)


async def test_an_address_makes_so_many_accounts_and_then_waits(accounts: Accounts) -> None:
    for name in ("Ann", "Bob", "Cal"):
        await accounts.sign_up(name, PASSWORD, HERE)
    assert await refused(accounts.sign_up("Dan", PASSWORD, HERE)) == "too_fast"
    await accounts.sign_up("Dan", PASSWORD, THERE)


async def test_there_are_so_many_accounts(accounts: Accounts) -> None:
    for number in range(5):
        await accounts.sign_up(f"Ann {number}", PASSWORD, f"192.0.2.{number}")
    assert await refused(accounts.sign_up("Bob", PASSWORD, "192.0.2.9")) == "server_full"


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("", PASSWORD, "bad_name"),
        ("ann", PASSWORD, "name_taken"),
        ("Bob", "short", "bad_password"),
        ("Bob Bobson", "bob bobson", "bad_password"),
    ],
)
async def test_what_can_not_be_an_account_is_refused(
    accounts: Accounts, name: str, password: str, code: str
) -> None:
    await accounts.sign_up("Ann", PASSWORD, HERE)
    assert await refused(accounts.sign_up(name, password, HERE)) == code


async def test_of_many_who_want_one_name_at_once_one_gets_it(accounts: Accounts) -> None:
    wishes = [accounts.sign_up("Ann", PASSWORD, f"192.0.2.{number}") for number in range(10)]
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    assert sum(isinstance(answer, tuple) for answer in answers) == 1
    assert {answer.code for answer in answers if isinstance(answer, RequestRefusedError)} == {
        "name_taken"
    }


def kept_password(folder: Path, account: int) -> str:
    """Return the hash of an account's password."""
    with closing(open_accounts(folder)) as connection:
        return AccountRepository(connection).by_id(account).password


async def test_a_hash_of_another_strength_is_renewed_at_the_next_login(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as service:
        login, token = await service.accounts.sign_up("Ann", PASSWORD, HERE)
    weak = kept_password(tmp_path, login.account)
    with open_account_service(tmp_path, hasher=PasswordHasher(1, 16, 1)) as service:
        await service.accounts.log_in("Ann", PASSWORD, b"", HERE)
        assert kept_password(tmp_path, login.account) != weak
        await service.accounts.log_in("Ann", PASSWORD, b"", HERE)
        await service.accounts.log_in("Ann", "", token, HERE)


async def test_the_key_of_the_host_makes_an_operator_of_no_account(
    accounts: Accounts, tmp_path: Path
) -> None:
    login, token = await accounts.log_in("", "", operator_key(tmp_path), HERE)
    assert (login, token) == (KEYHOLDER, b"")
    assert accounts.cache.identity(login, HERE) == Identity(address_key=HERE, operator=True)
    assert await refused(accounts.log_in("", "", bytes(32), HERE)) == "bad_login"


async def test_without_a_folder_there_are_no_accounts() -> None:
    with open_account_service(None) as service:
        accounts = service.accounts
        assert not accounts.may_sign_up
        assert await refused(accounts.sign_up("Ann", PASSWORD, HERE)) == "not_allowed"
        assert await refused(accounts.log_in("Ann", PASSWORD, b"", HERE)) == "not_allowed"
        assert await refused(accounts.log_in("", "", b"any key", HERE)) == "bad_login"


async def test_where_nobody_may_sign_up_the_others_still_log_in(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as service:
        await service.accounts.sign_up("Ann", PASSWORD, HERE)
    with open_account_service(tmp_path, sign_up=False) as service:
        assert not service.accounts.may_sign_up
        assert await refused(service.accounts.sign_up("Bob", PASSWORD, HERE)) == "not_allowed"
        await service.accounts.log_in("Ann", PASSWORD, b"", HERE)


async def test_neither_password_nor_token_is_in_the_folder(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as service:
        _, token = await service.accounts.sign_up("Ann", PASSWORD, HERE)
    kept = all_bytes(tmp_path)
    assert b"Ann" in kept
    assert PASSWORD.encode() not in kept
    assert token not in kept


async def test_what_a_full_queue_refuses_is_no_try(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    await accounts.sign_up("Ann", PASSWORD, HERE)
    with monkeypatch.context() as full:
        full.setattr(passwords_module, "AT_ONCE", 0)
        full.setattr(passwords_module, "MOST_WAITING", 0)
        for _ in range(TRIES_AT_ONCE + WRONG_AT_ONCE):
            assert await refused(accounts.log_in("Ann", PASSWORD, b"", THERE)) == "server_full"
            assert await refused(accounts.sign_up("Ben", PASSWORD, THERE)) == "server_full"
    login, _ = await accounts.log_in("Ann", PASSWORD, b"", THERE)
    assert login.account
    await accounts.sign_up("Ben", PASSWORD, THERE)


async def test_wrong_passwords_at_once_are_as_many_tries(accounts: Accounts) -> None:
    await accounts.sign_up("Ann", PASSWORD, HERE)
    tries = [accounts.log_in("Ann", "wrong guess", b"", THERE) for _ in range(3 * WRONG_AT_ONCE)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    reasons = [answer.reason for answer in answers if isinstance(answer, RequestRefusedError)]
    assert reasons.count(accounts_module.WRONG) == WRONG_AT_ONCE
    assert len(reasons) == 3 * WRONG_AT_ONCE
