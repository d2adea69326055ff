"""Everyone whom a session knows by sight: a number of its own for each, and who they are."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from undertide_server.sessions.model.identity import Identity
from undertide_shared.messages import Listening


@dataclass(slots=True)
class Participant:
    """A player, there or not, or a spectator who is there."""

    id: int
    """How orders name them; no other ever has it."""
    identity: Identity
    seat: int | None = None
    member: int | None = None
    """None for a player who is not there."""
    hears: Listening = "all"


class Directory:
    """The people of one session."""

    def __init__(self) -> None:
        self._ids = count(1)
        self._by_id: dict[int, Participant] = {}
        self._by_member: dict[int, Participant] = {}
        self._by_seat: dict[int, Participant] = {}

    def __iter__(self) -> Iterator[Participant]:
        return iter(self._by_id.values())

    def get(self, number: int) -> Participant | None:
        """Return whoever has a number, if anybody still does."""
        return self._by_id.get(number)

    def of_member(self, member: int | None) -> Participant | None:
        """Return who a member is, unless it has no place here."""
        return None if member is None else self._by_member.get(member)

    def of_seat(self, seat: int) -> Participant | None:
        """Return whose seat it is."""
        return self._by_seat.get(seat)

    def sit(self, seat: int, member: int | None, identity: Identity) -> Participant:
        """Note who sits in a seat now, or with no member whose it is."""
        person = self._by_seat.get(seat)
        if person is None:
            person = self._by_seat[seat] = self._meet(identity)
            person.seat = seat
        person.identity, person.hears = identity, "all"
        self._note(person, member)
        return person

    def watch(self, member: int, identity: Identity) -> Participant:
        """Note who watches as a member."""
        person = self._meet(identity)
        self._note(person, member)
        return person

    def leave(self, member: int) -> None:
        """Forget a member. A player is remembered by the seat."""
        person = self._by_member.pop(member, None)
        if person is None:
            return
        person.member = None
        if person.seat is None:
            del self._by_id[person.id]

    def _meet(self, identity: Identity) -> Participant:
        person = Participant(next(self._ids), identity)
        self._by_id[person.id] = person
        return person

    def _note(self, person: Participant, member: int | None) -> None:
        person.member = member
        if member is not None:
            self._by_member[member] = person
