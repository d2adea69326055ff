"""Who is in a session, by which names they talk, and through whose eyes they may look."""

import pytest

from support.content.shipped import shipped
from undertide_server.content.load import load_settings
from undertide_server.sessions.members.members import WATCHER_COLOUR, Members
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.views.view import PARTY
from undertide_shared.limits import MAX_NAME
from undertide_shared.text import GHOST_MARK


@pytest.fixture
def members() -> Members:
    """Return the company of member 1, who watches, and member 2, in seat 0."""
    members = Members(shipped("default"), load_settings().limits)
    members.watchers.add(1, "Will")
    members.seating.give_seat(2, "A" * MAX_NAME)
    return members


def test_members_are_those_in_seats_and_then_those_who_watch(members: Members) -> None:
    assert list(members.members) == [2, 1]
    members.seating.leave(2)
    assert list(members.members) == [1]


def test_who_is_not_here_has_no_say(members: Members) -> None:
    with pytest.raises(RequestRefusedError, match="wrong_state"):
        members.speaker(3)


def test_a_ghost_is_known_by_its_mark_and_called_by_no_longer_name(members: Members) -> None:
    seat = members.seating.get(0)
    assert seat is not None
    assert members.speaker(1) == ("Will", WATCHER_COLOUR)
    assert members.speaker(2) == (seat.name, seat.colour)
    members.seating.note_death(seat)
    name, _ = members.speaker(2)
    assert name.endswith(GHOST_MARK)
    assert len(name) == MAX_NAME


def test_eyes_are_those_of_a_living_hero_or_the_party_s(members: Members) -> None:
    assert members.eyes(None) == PARTY
    for number in (0, 1, -1, 2**63):
        with pytest.raises(RequestRefusedError, match="there is no hero in seat"):
            members.eyes(number)
    seat = members.seating.get(0)
    assert seat is not None
    seat.meet(77)
    assert members.eyes(0) == 77
    members.seating.note_death(seat)
    with pytest.raises(RequestRefusedError, match="has died"):
        members.eyes(0)
