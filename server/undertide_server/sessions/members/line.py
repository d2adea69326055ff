"""The line of players who watch until there is room for their seat again."""

from collections.abc import Iterator
from typing import NamedTuple


class Claim(NamedTuple):
    """A player's claim to the seat that a token opens."""

    member: int
    seat: int
    token: bytes


class WaitingLine:
    """The claims of one session in order, at most one for each seat."""

    def __init__(self) -> None:
        self._claims: dict[int, Claim] = {}
        """By seat, in the order in which the players came."""

    def __len__(self) -> int:
        return len(self._claims)

    @property
    def first(self) -> Claim | None:
        """The claim that is served next; None if nobody waits."""
        return next(iter(self._claims.values()), None)

    def add(self, claim: Claim) -> int | None:
        """Add a claim; return the member who waited for that seat before, if any.

        A seat keeps its place in the line, whoever waits for it.
        """
        before = self._claims.get(claim.seat)
        self._claims[claim.seat] = claim
        return None if before is None else before.member

    def place_of(self, seat: int) -> int:
        """Return the place of a seat's claim, from 1. Raises ValueError if nobody waits for it."""
        return list(self._claims).index(seat) + 1

    def drop(self, seat: int) -> None:
        """Remove the claim to a seat, if there is one."""
        self._claims.pop(seat, None)

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._claims.values())

    def rename(self, member: int, new: int) -> None:
        """Give a member another number: it enters again, on this node or the next one."""
        for seat, claim in self._claims.items():
            if claim.member == member:
                self._claims[seat] = claim._replace(member=new)
                return

    def remove(self, member: int) -> None:
        """Remove a member's claim, if it has one."""
        for seat, claim in self._claims.items():
            if claim.member == member:
                del self._claims[seat]
                return
