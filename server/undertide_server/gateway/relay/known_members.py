"""The owners that know a client of this node, by the links over which it has ever entered."""

from collections import defaultdict
from collections.abc import Sequence

from undertide_server.cluster.links.link import LinkToOwner


class KnownMembers:
    """The members of this front that each owner knows. An owner may speak of no others."""

    def __init__(self) -> None:
        self._members: defaultdict[LinkToOwner, set[int]] = defaultdict(set)

    def add_member(self, member: int, link: LinkToOwner) -> None:
        """Note that the owner behind a link knows a member from now on, until it is gone."""
        self._members[link].add(member)

    def knows(self, link: LinkToOwner, member: int) -> bool:
        """Return whether the owner behind a link knows a member."""
        return member in self._members.get(link, ())

    def among(self, members: Sequence[int], link: LinkToOwner) -> Sequence[int]:
        """Return those of some members whom the owner behind a link knows."""
        known = self._members.get(link, set())
        if known.issuperset(members):
            return members
        return [member for member in members if member in known]

    def links_of(self, member: int) -> list[LinkToOwner]:
        """Return the links to all owners that know a member."""
        return [link for link, members in self._members.items() if member in members]

    def remove_member(self, member: int) -> None:
        """Forget a member whose connection is gone."""
        for members in self._members.values():
            members.discard(member)

    def drop_link(self, link: LinkToOwner) -> None:
        """Forget a link that was lost: the owner has forgotten all members who came over it."""
        self._members.pop(link, None)
