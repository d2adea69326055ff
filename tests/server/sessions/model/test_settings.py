"""What is settled in a session, as bytes."""

import msgspec
import pytest

from undertide_server.sessions.model.settings import (
    Ban,
    Host,
    Mute,
    Settled,
    decode_settled,
    encode_settled,
    read_settled,
)

FULL = Settled(
    access="invited",
    locked=True,
    watchers_talk=False,
    secret="secret",
    seats=3,
    delay=30,
    host=Host("ann", 2),
    moderators=[1, 0],
    accounts={2: "ann"},
    bans=[Ban(4, "Eve", "Ann", 1e9, "eve", "192.0.2.1", 5, "spam", watching=True)],
    mutes=[Mute(0.0, "mal", "", 6)],
    bans_given=4,
)


def test_all_of_it_comes_back() -> None:
    assert decode_settled(encode_settled(FULL)) == FULL
    assert decode_settled(encode_settled(Settled())) == Settled()


def test_the_same_is_the_same_bytes() -> None:
    assert encode_settled(decode_settled(encode_settled(FULL))) == encode_settled(FULL)


def test_two_records_share_nothing() -> None:
    one, other = Settled(), Settled()
    one.moderators.append(1)
    one.accounts[1] = "ann"
    assert other == Settled()


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x81\xa6access\xa7nowhere", b"\xff" * 9])
def test_what_is_none_is_found_out(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_settled(data)


def test_a_record_that_can_not_be_read_hides_its_session() -> None:
    assert read_settled(b"") == read_settled(encode_settled(Settled())) == Settled()
    assert read_settled(encode_settled(FULL)) == FULL
    assert read_settled(b"\xff damaged").access == "invited", "nobody is let in by mistake"
