"""Resume tokens: kept hashed, renewed at each use, and never lost in between."""

from undertide_server.sessions.seats import Seat


def seat_with(token: bytes) -> Seat:
    seat = Seat(0, "Ann", 0xFFFFFF)
    seat.issue(token)
    return seat


def test_a_token_takes_its_seat_up() -> None:
    assert seat_with(b"one").accepts(b"one")


def test_another_token_does_not() -> None:
    assert not seat_with(b"one").accepts(b"two")
    assert not Seat(0, "Ann", 0xFFFFFF).accepts(b"")


def test_the_secret_itself_is_not_kept() -> None:
    assert b"one" not in seat_with(b"one").tokens


def test_the_old_token_stays_good_until_the_new_one_was_used() -> None:
    seat = seat_with(b"one")
    assert seat.accepts(b"one")
    seat.issue(b"two")
    assert seat.accepts(b"one"), "the answer with the new token may have been lost"
    seat.issue(b"three")
    assert not seat.accepts(b"two"), "it was never seen to arrive"
    assert seat.accepts(b"three")
    seat.issue(b"four")
    assert not seat.accepts(b"one")
    assert seat.accepts(b"three")
    assert seat.accepts(b"four") is False, "using the old one ended the one it had been given"
