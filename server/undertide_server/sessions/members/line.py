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
        self._idle: set[int] = set()
        """The members who have done nothing for so long that all others come before them."""

    @property
    def active(self) -> list[Claim]:
        """The claims of members who are not idle. Only these keep newcomers out."""
        return [claim for claim in self if not self.is_idle(claim)]

    @property
    def first(self) -> Claim | None:
        """The claim that is served next; None if nobody waits."""
        return min(self, key=self.is_idle, default=None)

    def is_idle(self, claim: Claim) -> bool:
        """Return whether a claim gives way to all others."""
        return claim.member in self._idle

    def note_idle(self, member: int) -> None:
        """Note that a member who waits has done nothing for long; it keeps its claim."""
        self._idle.add(member)

    def note_active(self, member: int) -> None:
        """Note that a member does something, and so has its old place again."""
        self._idle.discard(member)

    def add(self, claim: Claim) -> int | None:
        """Add a claim; return the member who waited for that seat before, if any.

        A seat keeps its place in the line, whoever waits for it.
        """
        before = self._claims.get(claim.seat)
        self._claims[claim.seat] = claim
        self._idle.discard(claim.member)
        return None if before is None else before.member

    def place_of(self, seat: int) -> int:
        """Return the place of a seat's claim, from 1. Raises ValueError if nobody waits for it."""
        return list(self._claims).index(seat) + 1

    def drop(self, seat: int) -> None:
        """Remove the claim to a seat, if there is one."""
        claim = self._claims.pop(seat, None)
        if claim is not None:
            self._idle.discard(claim.member)

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._claims.values())

    def rename(self, member: int, new: int) -> None:
        """Give a member another number: it enters again, on this node or the next one."""
        for seat, claim in self._claims.items():
            if claim.member == member:
                self._claims[seat] = claim._replace(member=new)
                self._idle.discard(member)
                return

    def remove(self, member: int) -> None:
        """Remove a member's claim, if it has one."""
        for seat, claim in self._claims.items():
            if claim.member == member:
                self.drop(seat)
                return
