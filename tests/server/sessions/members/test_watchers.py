"""Spectators: named, bounded, and listed no longer than a roster can be."""

import pytest

from undertide_server.sessions.members.watchers import NAMELESS, Watchers
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.names import ReservedNames
from undertide_shared.limits import MAX_LISTED_WATCHERS, MAX_NAME


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
