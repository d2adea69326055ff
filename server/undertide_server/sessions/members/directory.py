"""The people that a session knows: an id for each, and their identity."""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import Struct

from undertide_server.sessions.model.identity import Identity
from undertide_shared.messages import Listening


@dataclass(slots=True)
class Participant:
    """A player, connected or not, or a connected spectator."""

    id: int
    """The id by which orders name the person; no other person ever has it."""
    identity: Identity
    seat: int | None = None
    member: int | None = None
    """None for a player who is not connected."""
    hears: Listening = "all"


class KnownPerson(Struct, frozen=True, array_like=True):
    """A person of a session, for the node that goes on with it."""

    id: int
    identity: Identity
    hears: Listening
    is_connected: bool


class Directory:
    """The people of one session."""

    def __init__(self) -> None:
        self.next_id = 1
        """The id of the next person."""
        self._by_id: dict[int, Participant] = {}
        self._by_member: dict[int, Participant] = {}
        self._by_seat: dict[int, Participant] = {}
        self.players_address_keys: tuple[str, ...] = ()
        """The address keys of the connected players, each once."""

    def __iter__(self) -> Iterator[Participant]:
        return iter(self._by_id.values())

    def get(self, number: int) -> Participant | None:
        """Return the person with an id, or None."""
        return self._by_id.get(number)

    def of_member(self, member: int | None) -> Participant | None:
        """Return the person of a member, or None if it is not in the session."""
        return None if member is None else self._by_member.get(member)

    def of_seat(self, seat: int) -> Participant | None:
        """Return the person of a seat, or None."""
        return self._by_seat.get(seat)

    def sit(self, seat: int, member: int | None, identity: Identity) -> Participant:
        """Record the player of a seat, connected as `member` or not connected (None)."""
        person = self._by_seat.get(seat)
        if person is None:
            person = self._by_seat[seat] = self._meet(identity)
            person.seat = seat
        person.identity, person.hears = identity, "all"
        self._note(person, member)
        return person

    def watch(self, member: int, identity: Identity) -> Participant:
        """Record a new spectator, connected as `member`."""
        person = self._meet(identity)
        self._note(person, member)
        return person

    def memory(self, person: Participant) -> KnownPerson:
        """Return the state of a person for the next node."""
        return KnownPerson(person.id, person.identity, person.hears, person.member is not None)

    def restore(self, memory: KnownPerson, seat: int | None, member: int | None) -> None:
        """Restore the state of a person of another node; `member` if it is expected from there."""
        person = Participant(memory.id, memory.identity, seat, hears=memory.hears)
        self._by_id[person.id] = person
        if seat is not None:
            self._by_seat[seat] = person
        self._note(person, member)

    def rename(self, member: int, new: int, identity: Identity) -> None:
        """Give a member another number: it enters again, on this node or the next one."""
        person = self._by_member.pop(member)
        person.identity = identity
        self._note(person, new)

    def leave(self, member: int) -> None:
        """Remove a member. A player stays known by the seat; a spectator is forgotten."""
        person = self._by_member.pop(member, None)
        if person is None:
            return
        person.member = None
        if person.seat is None:
            del self._by_id[person.id]
        else:
            self._gather_address_keys()

    def forget_seat(self, seat: int) -> None:
        """Forget the player of a seat, connected or not."""
        person = self._by_seat.pop(seat, None)
        if person is not None:
            del self._by_id[person.id]
            if person.member is not None:
                del self._by_member[person.member]
            self._gather_address_keys()

    def _meet(self, identity: Identity) -> Participant:
        person = Participant(self.next_id, identity)
        self.next_id += 1
        self._by_id[person.id] = person
        return person

    def _note(self, person: Participant, member: int | None) -> None:
        person.member = member
        if member is not None:
            self._by_member[member] = person
        if person.seat is not None:
            self._gather_address_keys()

    def _gather_address_keys(self) -> None:
        """Update the address keys of players after one came, left or changed."""
        players = (each for each in self._by_seat.values() if each.member is not None)
        keys = dict.fromkeys(player.identity.address_key for player in players)
        self.players_address_keys = tuple(filter(None, keys))
