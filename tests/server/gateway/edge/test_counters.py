from collections.abc import Iterator

import pytest

from undertide_server.gateway.edge.counters import Counters, Timing, tag_of
from undertide_shared.codec import encode
from undertide_shared.messages import AccountInfo, Error, Left, Sessions, Welcome


def test_a_time_is_counted_under_the_first_bound_that_it_does_not_pass() -> None:
    timing = Timing((0.1, 0.5))
    for seconds in (0.0, 0.1, 0.2, 0.5, 3.0):
        timing.observe(seconds)
    assert timing.counts == [2, 2, 1]
    assert timing.count == 5
    assert timing.total == pytest.approx(3.8)


def test_the_longest_is_that_since_the_last_look() -> None:
    timing = Timing((1.0,))
    timing.observe(0.3)
    timing.observe(0.2)
    assert timing.take_longest() == 0.3
    assert timing.take_longest() == 0.0
    timing.observe(0.1)
    assert timing.take_longest() == 0.1


def encoded() -> Iterator[tuple[bytes, bytes]]:
    """Yield messages and their tags; one has more fields than a short array's head can say."""
    yield encode(Left("abcde", "bye")), b"left"
    yield encode(Sessions([])), b"sessions"
    long = bytes([0xDC, 0, 20, 0xA0 | 3]) + b"key" + bytes(19)
    yield long, b"key"


@pytest.mark.parametrize(("data", "tag"), list(encoded()))
def test_the_tag_of_a_message_is_read_from_its_bytes(data: bytes, tag: bytes) -> None:
    assert tag_of(data) == tag


def test_a_message_counts_once_for_each_receiver() -> None:
    counters = Counters()
    counters.note_sent(encode(Left("abcde", "bye")), 20, 3)
    assert counters.sent == {b"left": 3}
    assert counters.bytes_sent == 60


def test_refusals_are_counted_by_their_codes() -> None:
    counters = Counters()
    for code in ("too_fast", "too_fast", "bad_name"):
        counters.note_reply(Error(code, "no"))
    counters.note_reply(Welcome(1, "here", [], []))
    assert counters.refused == {"too_fast": 2, "bad_name": 1}
    assert counters.logins == {}


def test_logins_are_counted_by_what_became_of_them() -> None:
    counters = Counters()
    counters.note_reply(AccountInfo("Ann", token=b"secret"))
    counters.note_reply(AccountInfo(""))
    counters.note_reply(Error("bad_login", "no"))
    assert counters.logins == {"done": 1, "refused": 1}


def test_what_clients_send_is_counted_whatever_it_says() -> None:
    counters = Counters()
    counters.note_received(b"123")
    counters.note_received("12")
    assert (counters.received, counters.bytes_received) == (2, 5)
