"""Bans and mutes: whom they are about, and when they are over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.settings import FOR_GOOD, SessionBan, SessionMute
from undertide_server.sessions.moderation.sanctions import (
    info_of,
    is_over,
    keeps_from_seat,
    keeps_out,
    left_words,
    minutes_left,
    silences,
    until_of,
)
from undertide_shared.limits import MAX_MINUTES

HOME, AWAY = "192.0.2.1", "192.0.2.2"
ANN_HOME, ANN_AWAY = Identity("ann", HOME), Identity("ann", AWAY)
GUEST_HOME, GUEST_AWAY = Identity("", HOME), Identity("", AWAY)
WALL = 1e9


def ban(**about: object) -> SessionBan:
    return SessionBan(1, "Ann", "Ben", FOR_GOOD, **about)  # type: ignore[arg-type]


@pytest.mark.parametrize("minutes", [-1, MAX_MINUTES + 1, 2**63])
def test_a_time_that_is_none_is_refused(minutes: int) -> None:
    with pytest.raises(RequestRefusedError, match="bad_option"):
        until_of(minutes, WALL)


def test_no_minutes_are_for_good() -> None:
    assert until_of(0, WALL) == FOR_GOOD
    assert not is_over(FOR_GOOD, WALL * 9)
    assert minutes_left(FOR_GOOD, WALL) == 0
    assert left_words(FOR_GOOD, WALL) == "for good"


@given(minutes=st.integers(1, MAX_MINUTES), passed=st.floats(0, 60 * MAX_MINUTES))
def test_begun_minutes_count_until_it_is_over(minutes: int, passed: float) -> None:
    until, now = until_of(minutes, WALL), WALL + passed
    assert is_over(until, now) == (now >= until)
    if not is_over(until, now):
        left = minutes_left(until, now)
        assert 60 * (left - 1) < until - now + 1e-3
        assert until - now <= 60 * left
        assert 1 <= left <= minutes


@pytest.mark.parametrize(
    ("about", "kept_out"),
    [
        ({"account": "ann"}, [ANN_HOME, ANN_AWAY]),
        ({"address_key": HOME}, [ANN_HOME, GUEST_HOME]),
        ({"account": "ann", "address_key": HOME}, [ANN_HOME, ANN_AWAY, GUEST_HOME]),
        ({"seat": 1}, []),
        ({}, []),
    ],
)
def test_account_and_address_keep_out(about: dict[str, object], kept_out: list[Identity]) -> None:
    everyone = [ANN_HOME, ANN_AWAY, GUEST_HOME, GUEST_AWAY, NOBODY]
    assert [each for each in everyone if keeps_out(ban(**about), each)] == kept_out


def test_from_a_seat_its_number_and_the_account_keep_out_but_no_address() -> None:
    of_player = ban(account="ann", address_key=HOME, seat=3)
    assert keeps_from_seat(of_player, 3, GUEST_AWAY)
    assert keeps_from_seat(of_player, 4, ANN_AWAY)
    assert not keeps_from_seat(of_player, 4, GUEST_HOME)
    assert not keeps_from_seat(ban(address_key=HOME), 4, GUEST_HOME)
    assert not keeps_from_seat(ban(account="ann", watching=True), 3, ANN_HOME)


def test_a_players_mute_is_no_matter_of_the_address_and_a_spectators_is() -> None:
    player, watcher = SessionMute(FOR_GOOD, seat=3), SessionMute(FOR_GOOD, address_key=HOME)
    assert silences(player, 3, GUEST_HOME)
    assert not silences(player, 4, GUEST_HOME)
    assert not silences(player, None, GUEST_HOME)
    assert silences(watcher, None, GUEST_HOME)
    assert not silences(watcher, None, GUEST_AWAY)
    assert not silences(watcher, 3, GUEST_HOME), "a companion behind the same router"
    assert not silences(SessionMute(FOR_GOOD), None, NOBODY)


def test_a_guests_mute_holds_for_the_address_but_for_those_who_sat_there_before() -> None:
    mute = SessionMute(FOR_GOOD, address_key=HOME, seat=2, seats=4)
    assert silences(mute, 2, GUEST_AWAY), "the seat"
    assert silences(mute, None, GUEST_HOME), "a spectator from there"
    assert silences(mute, 4, GUEST_HOME), "the next seat, under another name"
    assert silences(mute, 4, ANN_HOME), "as with a ban"
    assert not silences(mute, 3, GUEST_HOME), "a companion behind the same router"
    assert not silences(mute, 4, GUEST_AWAY)
    watcher = SessionMute(FOR_GOOD, address_key=HOME, seats=4)
    assert silences(watcher, 4, GUEST_HOME)
    assert not silences(watcher, 3, GUEST_HOME)


def test_an_account_is_muted_wherever_it_is() -> None:
    mute = SessionMute(FOR_GOOD, account="ann", seat=3)
    assert silences(mute, None, ANN_AWAY)
    assert silences(mute, 7, ANN_HOME)


def test_those_who_may_end_a_ban_are_not_told_the_address() -> None:
    told = info_of(
        SessionBan(7, "Ann", "Ben", WALL + 90, "ann", HOME, 1, "spam", watching=True), WALL
    )
    assert (told.id, told.who, told.by, told.minutes) == (7, "Ann", "Ben", 2)
    assert (told.reason, told.watching) == ("spam", True)
    assert HOME not in repr(told)
    assert left_words(WALL + 90, WALL) == "for 2 more minutes"
    assert left_words(WALL + 60, WALL) == "for 1 more minute"
