from typing import Any

import pytest

from support.client.client_examples import session_info
from undertide_client.screens.words.session_words import (
    account_words,
    ban_words,
    heroes_words,
    length_words,
    person_words,
    session_marks,
    session_words,
    terms_words,
)
from undertide_shared.messages import AccountInfo, BanInfo, LobbyHero, PersonInfo, Terms


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "for good"), (1, "1 min"), (59, "59 min"), (60, "1 h"), (1439, "23 h"), (10080, "7 d")],
)
def test_a_length_is_told_in_its_largest_unit(minutes: int, words: str) -> None:
    assert length_words(minutes) == words


def test_a_ban_tells_what_it_forbids_how_long_and_whose_it_is() -> None:
    assert ban_words(BanInfo(1, "Max", "Ann", 90)) == "may not join, 1 h left, by Ann"
    assert ban_words(BanInfo(1, "Max", "", 0, "", watching=True)) == "may not watch, for good"


@pytest.mark.parametrize(
    ("changes", "marks"),
    [
        ({}, ""),
        ({"locked": True}, "locked"),
        ({"access": "unlisted"}, "unlisted"),
        ({"access": "invited", "locked": True}, "locked, by invitation"),
    ],
)
def test_a_session_is_marked_by_what_keeps_people_out(changes: dict[str, Any], marks: str) -> None:
    assert session_marks(session_info(**changes)) == marks


def test_a_session_is_told_with_its_host_and_delay() -> None:
    info = session_info(host="Bob", delay=30)
    assert session_words(info) == "k7m2q: led by Bob, public, spectators are 30 s behind"


def test_a_session_is_told_with_its_time_and_end() -> None:
    info = session_info(elapsed=43 * 60_000 + 59_000, ended=True)
    assert session_words(info) == ("k7m2q: without a party leader, public, played for 43 min, over")


def test_heroes_are_told_with_their_place_or_what_keeps_them() -> None:
    party = [
        LobbyHero(0, "Ann", 0, 3, 1, "alive"),
        LobbyHero(1, "Ben", 0, 3, 1, "linkdead"),
        LobbyHero(2, "Cat", 0, 2, 1, "asleep"),
        LobbyHero(3, "Dov", 0, 0, 1, "alive"),
        LobbyHero(4, "Eve", 0, 0, 1, "dead"),
    ]
    assert heroes_words(session_info(heroes=4, party=party)) == (
        "Ann on floor 3, Ben on floor 3, away, Cat asleep, Dov on the way, Eve dead"
    )
    assert heroes_words(session_info(heroes=3, party=party[:1])) == "Ann on floor 3, and 2 more"
    assert heroes_words(session_info(heroes=3)) == ""


def test_terms_tell_only_what_is_out_of_the_ordinary() -> None:
    assert terms_words(Terms()) == "Public."
    strict = Terms("invited", True, False, 5, False, False)
    for words in (
        *("By invitation, locked", "5 s behind", "spectators may not chat"),
        *("companions can't be harmed", "the dead stay dead."),
    ):
        assert words in terms_words(strict)


@pytest.mark.parametrize(
    ("connected", "muted", "words"),
    [(True, False, ""), (False, False, "away"), (False, True, "away, muted")],
)
def test_what_keeps_somebody_silent_is_told(connected: bool, muted: bool, words: str) -> None:
    assert person_words(PersonInfo(1, "Cid", "player", 0, "", connected, muted)) == words


@pytest.mark.parametrize(
    ("account", "words"),
    [
        (AccountInfo(""), "A guest, without an account"),
        (AccountInfo("ann"), "Logged in as ann"),
        (AccountInfo("ann", operator=True), "Logged in as ann, an operator of this server"),
        (AccountInfo("", operator=True), "An operator of this server, by the operator key"),
    ],
)
def test_who_one_is_is_told(account: AccountInfo, words: str) -> None:
    assert account_words(account) == words
