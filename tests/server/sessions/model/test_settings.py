"""What is settled in a session, as bytes."""

import msgspec
import pytest

from undertide_server.sessions.model.settings import (
    Host,
    SessionBan,
    SessionMute,
    SessionSettings,
    decode_settings,
    encode_settings,
    read_settings,
    terms_again,
)

FULL = SessionSettings(
    access="invited",
    locked=True,
    watchers_talk=False,
    secret="secret",
    seats=3,
    delay=30,
    host=Host("ann", 2),
    moderators=[1, 0],
    accounts={2: "ann"},
    bans=[SessionBan(4, "Eve", "Ann", 1e9, "eve", "192.0.2.1", 5, "spam", watching=True)],
    mutes=[SessionMute(0.0, "mal", "", 6)],
    bans_given=4,
)


def test_all_of_it_comes_back() -> None:
    assert decode_settings(encode_settings(FULL)) == FULL
    assert decode_settings(encode_settings(SessionSettings())) == SessionSettings()


def test_the_same_is_the_same_bytes() -> None:
    assert encode_settings(decode_settings(encode_settings(FULL))) == encode_settings(FULL)


def test_two_records_share_nothing() -> None:
    one, other = SessionSettings(), SessionSettings()
    one.moderators.append(1)
    one.accounts[1] = "ann"
    assert other == SessionSettings()


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x81\xa6access\xa7nowhere", b"\xff" * 9])
def test_what_is_none_is_found_out(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_settings(data)


def test_a_record_that_can_not_be_read_hides_its_session() -> None:
    assert (
        read_settings(b"") == read_settings(encode_settings(SessionSettings())) == SessionSettings()
    )
    assert read_settings(encode_settings(FULL)) == FULL
    assert read_settings(b"\xff damaged").access == "invited", "nobody is let in by mistake"


def test_a_party_that_plays_again_keeps_its_terms_and_bans_but_no_seats() -> None:
    ban = SessionBan(4, "Eve", "Ann", 1e9, "eve", "192.0.2.1", None, "spam", watching=True)
    seatless = SessionBan(5, "Mal", "Ann", 1e9, seat=3)
    full = msgspec.structs.replace(FULL, bans=[*FULL.bans, seatless])
    again = terms_again(full)
    assert again == SessionSettings(
        access="invited", watchers_talk=False, seats=3, delay=30, bans=[ban], bans_given=4
    )
