"""Arrival and departure of members, and their effect on the run and its viewers."""

from collections.abc import Iterable, Sequence

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import quoted
from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.outbox import Outbox, Parcel
from undertide_server.sessions.clock.inbox import Inbox
from undertide_server.sessions.members.line import Claim
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.seats import Seat
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.mechanics.seats import heroes_of_seat, is_waiting
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.inputs import PlayerBack, PlayerLost, SeatTaken, Withdrawn
from undertide_server.simulation.state.run import Run
from undertide_server.store.records import SeatRecord
from undertide_server.views.view import PARTY
from undertide_shared.codec import encode
from undertide_shared.messages import Joined, Left, Watching


class Membership:
    """The part of a session that seats members and removes them.

    `session` is the session's name on the wire.
    """

    def __init__(
        self,
        session: str,
        run: Run,
        members: Members,
        inbox: Inbox,
        audience: Audience,
        announcer: Announcer,
        outbox: Outbox,
    ) -> None:
        self._session = session
        self._run = run
        self._members = members
        self._seating = members.seating
        self._inbox = inbox
        self._audience = audience
        self._announcer = announcer
        self._outbox = outbox
        self._dismissed: list[int] = []
        self._admitted: list[int] = []

    def seat_newcomer(self, member: int, name: str, calling: str) -> Seat:
        """Give a member a new seat; the next step makes its hero. Raises RequestRefusedError.

        `calling` is the key of the hero's calling; empty means the ruleset's default.
        """
        check_calling(self._run.rules, calling)
        seat = self._seating.give_seat(member, name)
        self._inbox.add_seating(SeatTaken(seat.number, seat.name, calling))
        return seat

    def renew(self, seat: Seat, calling: str) -> None:
        """Order another hero, made by the next step, for a seat whose hero has died.

        Raises RequestRefusedError.
        """
        check_calling(self._run.rules, calling)
        self._seating.renew(seat)
        self._inbox.add_seating(SeatTaken(seat.number, seat.name, calling))

    def pay_for_return(self, seat: Seat, now: float) -> None:
        """Count a player's wish to return to a seat.

        Raises RequestRefusedError if the seat has used up its share of the journal.
        """
        self._inbox.budget.pay_for_return(seat.number, now)

    def resume(self, member: int, seat: Seat, token: bytes) -> None:
        """Give a member the seat that its token opens; kick anyone who sits there."""
        before = self._seating.resume(member, seat, token)
        if before is not None:
            self.dismiss(before, "you took your seat from another connection")
        self._inbox.drop_intents(seat.number)
        self._inbox.add_seating(PlayerBack(seat.number))

    def admit(self, claim: Claim) -> Seat:
        """Give the player who is first in line the seat that waited, in place of the watching."""
        seat = self._seating.opened_by(claim.token)
        self._forget(claim.member)
        self.resume(claim.member, seat, claim.token)
        self._admitted.append(claim.member)
        return seat

    def greet(self, member: int, greeting: Joined | Watching) -> None:
        """Send a newcomer its greeting.

        A greeting with a seat leaves only when the seat is durable: after the step that takes the
        seating in.
        """
        step = self._run.progress.step + bool(self._inbox.seating)
        self._announcer.welcome(member, greeting, step)

    def note_events(self, events: Sequence[Event]) -> None:
        """Give seats the heroes that a step made, and write the step's events into views."""
        for seat in self._members.meet_new_heroes(self._run):
            assert seat.hero is not None
            self._audience.open_view(seat.hero)
            if seat.member is not None:
                self._audience.add(seat.member, seat.hero)
        self._audience.note_events(self._run, events)

    def leave(self, member: int, now: float) -> None:
        """Remove a member at its own request."""
        self.disconnect(member, now)
        self._say_goodbye(member, "you left")

    def disconnect(self, member: int, now: float) -> None:
        """Remove a member whose connection is gone. Its hero becomes link-dead."""
        self._forget(member)
        seat = self._seating.leave(member)
        if seat is not None:
            self._inbox.drop_intents(seat.number)
            self._inbox.add_seating(PlayerLost(seat.number))
            self._seating.lose(seat, now)
        self._announcer.roster_changed = True

    def give_up(self, seat: Seat, reason: str, now: float) -> None:
        """Send a connected player, who is away, to the lobby. The player keeps the token."""
        member = seat.member
        assert member is not None, "the player is connected"
        self.disconnect(member, now)
        self._say_goodbye(member, reason)
        self._dismissed.append(member)

    def vacate(self, seat: Seat, reason: str) -> None:
        """Kick the player of a seat, connected or not, and make the seat free.

        The hero falls asleep at once and keeps its things.
        """
        if seat.member is not None:
            self.dismiss(seat.member, reason)
        self._inbox.drop_intents(seat.number)
        if seat.is_living:
            self._put_to_sleep(seat)
        self._seating.vacate(seat)
        self._members.directory.forget_seat(seat.number)
        self._announcer.roster_changed = True

    def dismiss(self, member: int, reason: str) -> None:
        """Kick a spectator, or a member whose seat ends or passes to another member."""
        self._forget(member)
        self._seating.leave(member)
        self._say_goodbye(member, reason)
        self._dismissed.append(member)
        self._announcer.roster_changed = True

    def dismiss_all(self, reason: str) -> None:
        """Kick everyone."""
        for member in self._members.members:
            self.dismiss(member, reason)

    @property
    def has_moved_members(self) -> bool:
        """Whether `take_dismissed` or `take_admitted` has members to return."""
        return bool(self._dismissed or self._admitted)

    def take_dismissed(self) -> list[int]:
        """Return the members that were kicked since the last call."""
        dismissed, self._dismissed = self._dismissed, []
        return dismissed

    def take_admitted(self) -> list[int]:
        """Return the members that got their seat out of the line since the last call."""
        admitted, self._admitted = self._admitted, []
        return admitted

    def restore(
        self, records: Iterable[SeatRecord], settings: SessionSettings, since: float
    ) -> None:
        """Restore the seats of a recovered run. Its heroes sleep, since no players are there.

        The players have been away `since` that time. A returning player wakes the hero with the
        first intent. The run's world must be active.
        """
        self.restore_seats(records, settings)
        for seat in self._seating:
            if not seat.vacated:
                self._seating.note_absence(seat, since)
                whose = Identity(account=settings.accounts.get(seat.number, ""))
                self._members.directory.sit(seat.number, None, whose)
            if seat.hero is not None:
                self._send_to_sleep(seat, self._run.world.get(seat.hero, Hero))

    def restore_seats(self, records: Iterable[SeatRecord], settings: SessionSettings) -> None:
        """Restore the stored seats of a run, with their heroes as they are."""
        for record in records:
            seat = self._seating.restore(record, settings)
            heroes = heroes_of_seat(self._run, record.number)
            if heroes:
                seat.hero, seat.heroes = heroes[-1], len(heroes)
                if self._run.world.get(seat.hero, Hero).fate:
                    self._seating.note_death(seat)
                else:
                    self._audience.open_view(seat.hero)

    def _send_to_sleep(self, seat: Seat, hero: Hero) -> None:
        """Put a recovered hero to sleep, because its player left with the old server."""
        if hero.fate:
            if is_waiting(self._run, seat.number):
                self._inbox.add_seating(PlayerLost(seat.number))
        elif hero.presence != "asleep" or hero.idleness != "none":
            self._put_to_sleep(seat)

    def _put_to_sleep(self, seat: Seat) -> None:
        """Make the next step put the hero of a seat to sleep, safe from all harm."""
        self._inbox.add_seating(PlayerLost(seat.number))
        self._inbox.add_seating(Withdrawn(seat.number))

    def _forget(self, member: int) -> None:
        """Remove a member from all parts, and discard everything held for it."""
        self._audience.remove(member)
        self._members.watchers.remove(member)
        self._seating.line.remove(member)
        self._members.directory.leave(member)
        self._outbox.drop_member(member)

    def _say_goodbye(self, member: int, reason: str) -> None:
        """Send a departing member its last message, ahead of all others.

        It need not wait to be durable, since it shows nothing of the run.
        """
        self._outbox.hold_first(Parcel((member,), encode(Left(self._session, reason))))


def check_calling(rules: Ruleset, calling: str) -> None:
    """Raise RequestRefusedError for a calling that a ruleset doesn't have; empty is its default."""
    if calling and calling not in rules.callings:
        there_are = f"there are {', '.join(sorted(rules.callings))}"
        raise RequestRefusedError(
            "bad_calling", f"there is no calling {quoted(calling)}: {there_are}"
        )


def eyes_of(seat: Seat) -> int | None:
    """Return the view of a seat's player: its hero's, or the party's once the hero has died.

    None until the hero is made.
    """
    return PARTY if seat.over else seat.hero
