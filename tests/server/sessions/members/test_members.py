"""Who is in a session, by which names they talk, and through whose eyes they may look."""

import pytest

from support.content.shipped import shipped
from undertide_server.content.load import load_settings
from undertide_server.sessions.members.members import NAMELESS, WATCHER_COLOUR, Members, Watchers
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.names import ReservedNames
from undertide_server.views.view import PARTY
from undertide_shared.limits import MAX_LISTED_WATCHERS, MAX_NAME
from undertide_shared.text import GHOST_MARK


def test_a_name_is_cleaned_and_cut_or_given() -> None:
    watchers = Watchers(9)
    assert watchers.add(1, " Wi\x1bll ") == "Will"
    assert len(watchers.add(2, "x" * 99)) == MAX_NAME
    assert watchers.add(3, "\u202e") == NAMELESS
    assert watchers.name(1) == "Will"
    assert list(watchers) == [1, 2, 3]


@pytest.mark.parametrize("name", ["Undertide", "UNDERTIDE", "Undertid\u0435", "◆ Will", "Will:"])
def test_nobody_takes_the_name_of_the_server_or_its_marks(name: str) -> None:
    watchers = Watchers(9, ReservedNames("Undertide"))
    with pytest.raises(RequestRefusedError, match="bad_name"):
        watchers.add(1, name)
    assert list(watchers) == []


def test_a_full_house_takes_nobody_more() -> None:
    watchers = Watchers(1)
    watchers.check_room()
    watchers.add(1, "Will")
    with pytest.raises(RequestRefusedError, match="session_full"):
        watchers.check_room()
    watchers.remove(1)
    watchers.check_room()
    assert 1 not in watchers


def test_a_roster_lists_the_first_of_many() -> None:
    watchers = Watchers(10**6)
    for member in range(MAX_LISTED_WATCHERS + 5):
        watchers.add(member, f"w{member}")
    assert watchers.listed() == [f"w{member}" for member in range(MAX_LISTED_WATCHERS)]
    assert len(watchers) == MAX_LISTED_WATCHERS + 5


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
