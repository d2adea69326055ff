"""Who waits for a seat, and in which order."""

import pytest

from undertide_server.sessions.members.line import Claim, WaitingLine


def test_the_first_who_came_is_served_first() -> None:
    line = WaitingLine()
    assert len(line.active) == 0
    line.add(Claim(7, 3, b"a"))
    line.add(Claim(8, 1, b"b"))
    assert (line.first, len(line.active)) == (Claim(7, 3, b"a"), 2)
    assert (line.place_of(3), line.place_of(1)) == (1, 2)


def test_a_seat_keeps_its_place_when_its_player_comes_by_another_connection() -> None:
    line = WaitingLine()
    assert line.add(Claim(7, 3, b"a")) is None
    line.add(Claim(8, 1, b"b"))
    assert line.add(Claim(9, 3, b"a")) == 7
    assert (line.first, line.place_of(3)) == (Claim(9, 3, b"a"), 1)
    line.remove(7)
    assert len(line.active) == 2, "the first connection waits no longer"


def test_a_claim_ends_with_its_member_or_with_its_seat() -> None:
    line = WaitingLine()
    line.add(Claim(7, 3, b"a"))
    line.add(Claim(8, 1, b"b"))
    line.remove(7)
    line.drop(1)
    line.remove(8)
    line.drop(5)
    assert line.first is None
    with pytest.raises(ValueError, match="3"):
        line.place_of(3)


def test_who_does_nothing_comes_after_all_others_and_keeps_no_newcomer_out() -> None:
    line = WaitingLine()
    idle, other = Claim(7, 3, b"a"), Claim(8, 1, b"b")
    line.add(idle)
    line.add(other)
    line.note_idle(7)
    assert (line.first, len(line.active), list(line)) == (other, 1, [idle, other])
    line.remove(8)
    assert (line.first, len(line.active)) == (idle, 0), "where nobody else waits, it is served"


def test_who_does_something_again_has_the_old_place() -> None:
    line = WaitingLine()
    line.add(Claim(7, 3, b"a"))
    line.add(Claim(8, 1, b"b"))
    line.note_idle(7)
    line.note_active(7)
    assert (line.first, len(line.active)) == (Claim(7, 3, b"a"), 2)
    line.note_idle(7)
    line.add(Claim(7, 3, b"a"))
    assert len(line.active) == 2, "it asks for its place anew"
    line.note_idle(8)
    line.drop(1)
    line.add(Claim(8, 1, b"b"))
    assert len(line.active) == 2
