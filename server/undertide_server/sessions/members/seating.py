"""The seats of one session: how players take them, take them again, and leave."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from undertide_server.sessions.members.line import WaitingLine
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.seats import Seat
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.store.records import SeatRecord
from undertide_server.util.names import NAMELESS_SERVER, ReservedNames, look_alike_keys
from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_HEROES
from undertide_shared.text import clean_name


def never() -> bool:
    """Return False: this session gives no seat up."""
    return False


class KnownSeat(Struct, frozen=True, array_like=True):
    """A seat, besides what is stored of it, for the node that goes on with the session."""

    number: int
    tokens: list[bytes]
    renewed: bool
    lapsed: bool
    away_since: float | None
    lost_at: float | None
    """When it lost its player; None if it has one, or if its hero has withdrawn since then."""


class Seating:
    """All seats of a session and the members who sit in them.

    Nobody may use a `reserved` name. Without `second_lives`, nobody may use the name of a hero that
    died. `gives_up` tells whether seats whose players have been away for long count as free.
    """

    def __init__(
        self,
        limit: int,
        colours: Sequence[int],
        reserved: ReservedNames = NAMELESS_SERVER,
        *,
        second_lives: bool = True,
        gives_up: Callable[[], bool] = never,
    ) -> None:
        self.limit = limit
        self.line = WaitingLine()
        """The players who watch until there is room for their seat."""
        self._gives_up = gives_up
        self._reserved = reserved
        self.living = 0
        """The number of seats with a living hero, or one about to be made."""
        self._second_lives = second_lives
        self._colours = colours
        self._seats: dict[int, Seat] = {}
        self._of_member: dict[int, Seat] = {}
        self._lost: dict[int, float] = {}
        """The time when each seat lost its player, until the hero withdraws or the player
        returns."""
        self._away: dict[int, float] = {}
        """The time when each seat lost its player, until the player returns or is kicked. The
        longest absence comes first."""
        self.away: Collection[int] = self._away.keys()
        """A live set of the seats whose players are away. While it is empty, nobody waits in line
        either: seats for which somebody waits have lapsed."""

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats.values())

    @property
    def seated(self) -> Iterable[int]:
        """The members in seats, in the order in which they sat down."""
        return self._of_member

    @property
    def has_room(self) -> bool:
        """Whether a newcomer could take a seat, behind all who wait for theirs."""
        has_heroes = sum(seat.heroes for seat in self) < MAX_HEROES
        return has_heroes and self._taken + len(self.line.active) < self.limit

    @property
    def has_room_for_owner(self) -> bool:
        """Whether the first in line could take a lapsed seat again."""
        return self._taken < self.limit

    @property
    def asleep(self) -> int:
        """The number of living heroes whose players are away."""
        return sum(self._seats[number].is_living for number in self._away) if self._away else 0

    @property
    def _taken(self) -> int:
        """The number of seats that count as taken."""
        if not self._gives_up():
            return self.living
        return sum(seat.is_living and not seat.lapsed for seat in self)

    @property
    def seats_given(self) -> int:
        """The number of seats that were ever given, and so that of the next one."""
        return len(self._seats)

    @property
    def names(self) -> list[str]:
        """The names of all players but those who were kicked, connected or not."""
        return [seat.name for seat in self if not seat.vacated]

    def must_wait(self, seat: Seat) -> bool:
        """Return whether the returning player of a seat has to wait until there is room."""
        given_up = self._gives_up() and seat.lapsed and seat.is_living
        return given_up and self._taken + len(self.line.active) >= self.limit

    def of_member(self, member: int) -> Seat | None:
        """Return the seat of a member, or None."""
        return self._of_member.get(member)

    def get(self, number: int) -> Seat | None:
        """Return the seat with a number, or None."""
        return self._seats.get(number)

    def is_vacated(self, number: int) -> bool:
        """Return whether the player of a seat was kicked."""
        seat = self._seats.get(number)
        return seat is not None and seat.vacated

    def give_seat(self, member: int, name: str) -> Seat:
        """Give a member a new seat.

        Raises RequestRefusedError if the name is not allowed or all seats are taken.
        """
        cleaned = name_of(name, self._reserved)
        self._check_room(cleaned)
        number = self.seats_given
        seat = Seat(number, cleaned, self._colours[number % len(self._colours)])
        self._add(seat)
        self.sit(member, seat)
        return seat

    def renew(self, seat: Seat) -> None:
        """Count another hero, made by the next step, for a seat whose hero has died.

        Raises RequestRefusedError if the name or the last free seat has been taken meanwhile.
        """
        self._check_room(seat.name)
        self.living += not seat.is_living
        seat.renewed = True
        seat.heroes += 1

    def cancel_renewal(self, seat: Seat) -> None:
        """Count the ordered hero of a seat no longer: its player left before it was made."""
        self.living -= seat.is_living
        seat.renewed = False
        seat.heroes -= 1

    def restore(self, record: SeatRecord, settings: SessionSettings) -> Seat:
        """Restore a seat of a recovered run, empty, with the digests of its tokens."""
        number, vacated = record.number, record.number in settings.vacated
        colour = self._colours[number % len(self._colours)]
        seat = Seat(number, record.name, colour, tokens=list(record.tokens), vacated=vacated)
        self._add(seat)
        return seat

    def memory(self, seat: Seat) -> KnownSeat:
        """Return the state of a seat for the next node."""
        lost_at = self._lost.get(seat.number)
        return KnownSeat(
            seat.number, seat.tokens, seat.renewed, seat.lapsed, seat.away_since, lost_at
        )

    def recall(self, memory: KnownSeat, member: int | None, shift: float) -> Seat | None:
        """Restore the state of a seat of another node; return the seat if its tokens differ.

        Its times count `shift` seconds later here. `member` is expected from that node, if any.
        Restore the seats in the order in which their players went.
        """
        seat, lost_at = self._seats[memory.number], memory.lost_at
        if memory.renewed and not seat.renewed:
            self.living += not seat.is_living
            seat.renewed = True
            seat.heroes += 1
        seat.lapsed = memory.lapsed
        if memory.away_since is not None:
            self.note_absence(seat, memory.away_since + shift)
            if seat.vacated:
                del self._away[seat.number]
        if lost_at is not None:
            self._lost[seat.number] = lost_at + shift
        if member is not None:
            seat.member = member
            self._of_member[member] = seat
        differs = seat.tokens != memory.tokens
        seat.tokens = list(memory.tokens)
        return seat if differs else None

    def rename(self, member: int, new: int) -> None:
        """Give a member another number: it enters again, on this node or the next one."""
        seat = self._of_member[new] = self._of_member.pop(member)
        seat.member = new

    def note_death(self, seat: Seat) -> None:
        """Mark a seat as over, because its hero has died."""
        self.living -= seat.is_living
        seat.over, seat.renewed = True, False

    def vacate(self, seat: Seat) -> None:
        """Make a seat free for somebody else; no token opens it again."""
        if seat.member is not None:
            self.leave(seat.member)
        self._lost.pop(seat.number, None)
        self._away.pop(seat.number, None)
        self.line.drop(seat.number)
        self.living -= seat.is_living
        seat.vacated = True

    def opened_by(self, token: bytes) -> Seat:
        """Return the seat that a token belongs to, which may be vacated.

        Raises RequestRefusedError if it belongs to none.
        """
        for seat in self:
            if seat.opens(token):
                return seat
        raise RequestRefusedError(
            "bad_token", "this token belongs to no seat here: join without it"
        )

    def is_opened_by(self, token: bytes) -> bool:
        """Return whether a token opens a seat, which may be vacated."""
        return any(seat.opens(token) for seat in self)

    def resume(self, member: int, seat: Seat, token: bytes) -> int | None:
        """Give a member the seat that its token opens; return the member who sat there, if any."""
        seat.accept(token)
        before = seat.member
        if before is not None:
            self._of_member.pop(before, None)
        self.sit(member, seat)
        return before

    def leave(self, member: int) -> Seat | None:
        """Take a member out of its seat and return the seat, if any. The player keeps the seat."""
        seat = self._of_member.pop(member, None)
        if seat is not None:
            seat.member = None
        return seat

    def lose(self, seat: Seat, now: float) -> None:
        """Record the loss of a seat's player. Unless somebody returns, the hero will withdraw."""
        self._lost[seat.number] = now
        self.note_absence(seat, now)

    def note_absence(self, seat: Seat, since: float) -> None:
        """Record since when a seat has had no player. Absences come in the order of their times."""
        self._away.pop(seat.number, None)
        seat.away_since = self._away[seat.number] = since

    def note_presence(self, seat: Seat) -> None:
        """Record that the player of a seat, who is connected, plays again."""
        seat.away_since, seat.lapsed = None, False
        self._away.pop(seat.number, None)

    def one_too_many(self) -> Seat | None:
        """Return the seat of a connected player whose room others have, because it lapsed."""
        if not self._gives_up():
            return None
        lapsed = [seat for seat in self if seat.lapsed and seat.is_living]
        here = [seat for seat in lapsed if seat.member is not None]
        return here[0] if here and self._taken + len(here) > self.limit else None

    def next_lapse(self, patience: float) -> float | None:
        """Return when the next seat lapses, `patience` seconds after it lost its player."""
        for number, since in self._away.items():
            if not self._seats[number].lapsed:
                return since + patience
        return None

    def lapse(self, now: float, patience: float) -> None:
        """Mark the seats as lapsed whose players have been away for `patience` seconds."""
        for number, since in self._away.items():
            if now >= since + patience:
                self._seats[number].lapsed = True

    def next_withdrawal(self, patience: float) -> float | None:
        """Return when the first link-dead hero withdraws, `patience` seconds after the loss."""
        return min(self._lost.values()) + patience if self._lost else None

    def take_withdrawals(self, now: float, patience: float) -> list[int]:
        """Return the seats whose heroes withdraw now, in order, and forget their loss."""
        if not self._lost:
            return []
        due = sorted(seat for seat, lost_at in self._lost.items() if now >= lost_at + patience)
        for seat in due:
            del self._lost[seat]
        return due

    def _check_room(self, name: str) -> None:
        """Raise RequestRefusedError if no hero of this name may be added.

        The name of a player who was kicked is free.
        """
        held = (seat for seat in self if not seat.vacated)
        keys = look_alike_keys(name)
        alike = [seat for seat in held if not keys.isdisjoint(look_alike_keys(seat.name))]
        living = next((seat for seat in alike if seat.is_living), None)
        if living is not None:
            reason = f"somebody here is already called {living.name}"
            raise RequestRefusedError("name_taken", reason)
        if alike and not self._second_lives:
            raise RequestRefusedError(
                "name_taken", f"{name} has died, and this session gives no second hero"
            )
        if not self.has_room:
            raise RequestRefusedError("session_full", f"all {self.limit} seats are taken")

    def _add(self, seat: Seat) -> None:
        self._seats[seat.number] = seat
        self.living += seat.is_living

    def sit(self, member: int, seat: Seat) -> None:
        """Seat a member, who may sit there."""
        seat.member = member
        self.note_presence(seat)
        self._lost.pop(seat.number, None)
        self.line.drop(seat.number)
        self._of_member[member] = seat


def name_of(text: str, reserved: ReservedNames = NAMELESS_SERVER) -> str:
    """Return a hero's name as it is shown. Raises RequestRefusedError if it is not allowed."""
    try:
        cleaned = clean_name(text)
        reserved.check(cleaned)
    except BadTextError as fault:
        raise RequestRefusedError("bad_name", fault.reason) from fault
    return cleaned
