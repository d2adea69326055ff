import pytest

from support.client.client_examples import joined
from undertide_client.net.destination import Wish
from undertide_client.net.seat_keeper import LoginKeeper, SeatKeeper
from undertide_client.saved.logins import Login, MemoryLogins
from undertide_client.saved.tokens import MemoryTokens, SavedSeat, Tokens
from undertide_shared.messages import (
    AccountInfo,
    Error,
    ErrorCode,
    HeroState,
    Join,
    LogIn,
    PartyMember,
)

URL = "ws://host:1"
KEPT = Login("ann", b"t1")


def taken(tokens: Tokens) -> SeatKeeper:
    """Return the keeper of a seat that Ann has just taken."""
    keeper = SeatKeeper(URL, tokens)
    keeper.store_seat(joined(), "Ann")
    return keeper


def party(state: HeroState) -> list[PartyMember]:
    return [PartyMember(joined().seat, "Ann", 0, 1, 1, 1, state)]


def test_a_seat_is_taken_up_again_by_its_token() -> None:
    tokens = MemoryTokens()
    keeper, session = taken(tokens), joined().session
    for asked in ("", session):
        request = Join(asked, "Ann")
        assert keeper.wish_for(request) == Wish(request, joined().token, session)
    assert keeper.wish_for(Join("", "Bob")) == Wish(Join("", "Bob"))


def test_a_forgotten_seat_is_asked_for_afresh() -> None:
    tokens = MemoryTokens()
    taken(tokens).drop_token(joined().session, "Ann")
    assert tokens.get(SavedSeat(URL, joined().session, "Ann")) == b""


def test_the_token_of_a_dead_hero_is_forgotten_and_kept_again_with_a_new_one() -> None:
    tokens = MemoryTokens()
    keeper, seat = taken(tokens), SavedSeat(URL, joined().session, "Ann")
    keeper.look_at(party("alive"))
    assert tokens.get(seat)
    for _ in range(2):
        keeper.look_at(party("dead"))
        assert not tokens.get(seat)
    keeper.look_at(party("alive"))
    assert tokens.get(seat)


def test_a_seat_of_an_earlier_start_is_kept_though_somebody_else_died() -> None:
    tokens, session = MemoryTokens(), joined().session
    taken(tokens)
    restarted, request = SeatKeeper(URL, tokens), Join(session, "Ann")
    restarted.look_at(party("dead"))
    assert restarted.wish_for(request) == Wish(request, joined().token, session)


class FullDisk(MemoryTokens):
    """Tokens that can't be written while the disk is full."""

    full = True

    def store_token(self, seat: SavedSeat, token: bytes) -> None:
        if self.full:
            raise OSError(28, "No space left on device")
        super().store_token(seat, token)


def test_a_token_that_a_full_disk_did_not_take_is_written_when_there_is_space() -> None:
    tokens = FullDisk()
    keeper, request = taken(tokens), Join(joined().session, "Ann")
    assert keeper.wish_for(request) == Wish(request)
    tokens.full = False
    keeper.look_at(party("dead"))
    keeper.look_at(party("alive"))
    assert keeper.wish_for(request) == Wish(request, joined().token, joined().session)


def kept(login: Login | None = KEPT) -> MemoryLogins:
    logins = MemoryLogins()
    if login is not None:
        logins.store_login(URL, login)
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
    keeper.store_login(AccountInfo("ann", token=b"t2"))
    assert not keeper.waiting
    assert logins.get(URL) == Login("ann", b"t2")
    assert keeper.greeting() == [LogIn("ann", token=b"t2")]


def test_an_account_told_without_a_token_keeps_the_one_there_is() -> None:
    logins = kept()
    LoginKeeper(URL, logins).store_login(AccountInfo("ann"))
    assert logins.get(URL) == KEPT


def test_who_logs_out_is_forgotten() -> None:
    logins = kept()
    keeper = LoginKeeper(URL, logins)
    keeper.store_login(AccountInfo(""))
    assert logins.get(URL) is None
    assert keeper.greeting() == []


def test_who_shows_the_host_s_key_is_still_who_it_was() -> None:
    logins = kept()
    LoginKeeper(URL, logins).store_login(AccountInfo("", operator=True, token=b""))
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

    monkeypatch.setattr(MemoryLogins, "store_login", fail)
    keeper = LoginKeeper(URL, MemoryLogins())
    keeper.store_login(AccountInfo("ann", token=b"t1"))
    assert keeper.greeting() == [LogIn("ann", token=b"t1")]
