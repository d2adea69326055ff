import pytest

from undertide_client.net.login_keeper import LoginKeeper
from undertide_client.saved.logins import Login, MemoryLogins
from undertide_shared.messages import AccountInfo, Error, ErrorCode, LogIn

URL = "ws://host:1"
KEPT = Login("ann", b"t1")


def kept(login: Login | None = KEPT) -> MemoryLogins:
    logins = MemoryLogins()
    if login is not None:
        logins.put(URL, login)
    return logins


def test_without_a_login_there_is_nothing_to_say_or_to_wait_for() -> None:
    keeper = LoginKeeper(URL, kept(None))
    assert keeper.greeting() == []
    assert not keeper.waiting


def test_the_login_of_before_is_said_and_waited_for() -> None:
    keeper = LoginKeeper(URL, kept())
    assert keeper.greeting() == [LogIn("ann", token=b"t1")]
    assert keeper.waiting
    keeper.hang_up()
    assert not keeper.waiting


def test_a_newer_token_takes_the_place_of_the_older() -> None:
    logins = kept()
    keeper = LoginKeeper(URL, logins)
    keeper.greeting()
    keeper.take(AccountInfo("ann", token=b"t2"))
    assert not keeper.waiting
    assert logins.get(URL) == Login("ann", b"t2")
    assert keeper.greeting() == [LogIn("ann", token=b"t2")]


def test_an_account_told_without_a_token_keeps_the_one_there_is() -> None:
    logins = kept()
    LoginKeeper(URL, logins).take(AccountInfo("ann"))
    assert logins.get(URL) == KEPT


def test_who_logs_out_is_forgotten() -> None:
    logins = kept()
    keeper = LoginKeeper(URL, logins)
    keeper.take(AccountInfo(""))
    assert logins.get(URL) is None
    assert keeper.greeting() == []


def test_who_shows_the_host_s_key_is_still_who_it_was() -> None:
    logins = kept()
    LoginKeeper(URL, logins).take(AccountInfo("", operator=True, token=b""))
    assert logins.get(URL) == KEPT


@pytest.mark.parametrize(
    ("code", "then"), [("bad_login", None), ("too_fast", KEPT), ("banned", KEPT)]
)
def test_only_a_login_that_is_known_no_more_is_forgotten(
    code: ErrorCode, then: Login | None
) -> None:
    logins = kept()
    keeper = LoginKeeper(URL, logins)
    keeper.greeting()
    keeper.refuse(Error(code, "no"))
    assert not keeper.waiting
    assert logins.get(URL) == then


def test_where_it_can_not_be_kept_it_is_good_until_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_args: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(MemoryLogins, "put", fail)
    keeper = LoginKeeper(URL, MemoryLogins())
    keeper.take(AccountInfo("ann", token=b"t1"))
    assert keeper.greeting() == [LogIn("ann", token=b"t1")]
