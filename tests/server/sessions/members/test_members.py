"""Who is in a session, by which names they talk, and through whose eyes they may look."""

import pytest

from undertide_server.content.load import load_ruleset, load_settings
from undertide_server.sessions.broadcast.audience import PARTY
from undertide_server.sessions.members.members import GHOST_MARK, WATCHER_COLOUR, Company
from undertide_server.sessions.model.errors import Refused
from undertide_shared.messages import MAX_NAME


@pytest.fixture
def company() -> Company:
    """Return the company of member 1, who watches, and member 2, in seat 0."""
    company = Company(load_ruleset("default"), load_settings().limits)
    company.watchers.add(1, "Will")
    company.seating.take(2, "A" * MAX_NAME)
    return company


def test_members_are_those_in_seats_and_then_those_who_watch(company: Company) -> None:
    assert list(company.members) == [2, 1]
    company.seating.leave(2)
    assert list(company.members) == [1]


def test_who_is_not_here_has_no_say(company: Company) -> None:
    with pytest.raises(Refused, match="wrong_state"):
        company.speaker(3)


def test_a_ghost_is_known_by_its_mark_and_called_by_no_longer_name(company: Company) -> None:
    seat = company.seating.get(0)
    assert seat is not None
    assert company.speaker(1) == ("Will", WATCHER_COLOUR)
    assert company.speaker(2) == (seat.name, seat.colour)
    company.seating.note_death(seat)
    name, _ = company.speaker(2)
    assert name.endswith(GHOST_MARK)
    assert len(name) == MAX_NAME


def test_eyes_are_those_of_a_living_hero_or_the_party_s(company: Company) -> None:
    assert company.eyes(None) == PARTY
    for number in (0, 1, -1, 2**63):
        with pytest.raises(Refused, match="there is no hero in seat"):
            company.eyes(number)
    seat = company.seating.get(0)
    assert seat is not None
    seat.meet(77)
    assert company.eyes(0) == 77
    company.seating.note_death(seat)
    with pytest.raises(Refused, match="has died"):
        company.eyes(0)
