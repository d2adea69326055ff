"""Resume tokens: kept hashed, renewed at each use, and never lost in between."""

from undertide_server.sessions.model.seats import Seat


def seat_with(token: bytes) -> Seat:
    seat = Seat(0, "Ann", 0xFFFFFF)
    seat.issue(token)
    return seat


def test_a_token_takes_its_seat_up() -> None:
    assert seat_with(b"one").opens(b"one")


def test_another_token_does_not() -> None:
    assert not seat_with(b"one").opens(b"two")
    assert not Seat(0, "Ann", 0xFFFFFF).opens(b"")


def test_the_secret_itself_is_not_kept() -> None:
    assert b"one" not in seat_with(b"one").tokens


def test_the_old_token_stays_good_until_the_new_one_was_used() -> None:
    seat = seat_with(b"one")
    seat.accept(b"one")
    seat.issue(b"two")
    assert seat.opens(b"one"), "the answer with the new token may have been lost"
    seat.accept(b"one")
    seat.issue(b"three")
    assert not seat.opens(b"two"), "it was never seen to arrive"
    seat.accept(b"three")
    seat.issue(b"four")
    assert not seat.opens(b"one")
    seat.accept(b"three")
    assert not seat.opens(b"four"), "using the old one ended the one it had been given"


def test_once_the_newest_token_has_arrived_no_other_is_good() -> None:
    seat = seat_with(b"one")
    assert not seat.confirm()
    seat.accept(b"one")
    seat.issue(b"two")
    assert seat.confirm()
    assert not seat.opens(b"one")
    assert seat.opens(b"two")
