"""The clients of which an owner may speak."""

from typing import cast

from undertide_server.cluster.links.link import LinkToOwner
from undertide_server.gateway.relay.known_members import KnownMembers

NORTH, SOUTH = (cast(LinkToOwner, name) for name in ("north", "south"))


def test_an_owner_speaks_of_those_who_have_entered_over_its_link() -> None:
    known = KnownMembers()
    for member, link in ((1, NORTH), (2, NORTH), (2, SOUTH)):
        known.add_member(member, link)
    assert known.among((1, 2), NORTH) == (1, 2)
    assert known.among((1, 2, 3), SOUTH) == [2]
    assert [known.knows(SOUTH, member) for member in (1, 2)] == [False, True]
    assert (known.links_of(2), known.links_of(3)) == ([NORTH, SOUTH], [])


def test_who_is_gone_and_what_is_lost_is_forgotten() -> None:
    known = KnownMembers()
    known.add_member(1, NORTH)
    known.add_member(1, SOUTH)
    known.add_member(2, SOUTH)
    known.drop_link(NORTH)
    assert known.links_of(1) == [SOUTH]
    known.remove_member(1)
    assert known.among((1, 2), SOUTH) == [2]
    assert known.among((2,), NORTH) == []
