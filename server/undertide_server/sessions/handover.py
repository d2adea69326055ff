"""A session that passes from one node to another: what it remembers, and how its members enter.

The store holds the run. All else that a player would notice is in the `Handover`.
"""

from dataclasses import dataclass, field
from itertools import count
from typing import Final

from msgspec import Struct

from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.attendance import Occupancy
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.delay import Delay, DurableSteps
from undertide_server.sessions.broadcast.late_facts import FactsOverTime, LateFacts
from undertide_server.sessions.broadcast.outbox import Outbox
from undertide_server.sessions.broadcast.recordings import Recordings
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler, FloorTimes
from undertide_server.sessions.clock.inbox import Inbox, WaitingIntents
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.durability.recovery import Recovered
from undertide_server.sessions.idle_watch import IdleWatch, LastKeys
from undertide_server.sessions.members.directory import KnownPerson
from undertide_server.sessions.members.line import Claim
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.members.seating import KnownSeat
from undertide_server.sessions.membership import Membership, eyes_of
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.info import SessionConfig
from undertide_server.sessions.model.seats import Seat
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.party_pause import PartyPause, PauseWishes
from undertide_server.simulation.state.inputs import PlayerBack
from undertide_server.simulation.state.run import Run
from undertide_server.views.view import PARTY

REENTER_SECONDS: Final = 6.0
"""Seconds in which members enter again after a move. Those who don't are lost, as if their
connections had been cut: as long as the other nodes look for a run's new owner."""
FIRST_EXPECTED: Final = -2
"""The number of the first member who is expected from another node; others count down from it.
The gateway's own numbers are positive."""
ELSEWHERE: Final = "you took your seat from another connection"
KICKED: Final = "you were kicked from this seat"
GIVEN_UP: Final = "others took your place: join again to wait for your seat"


class KnownPlayer(Struct, frozen=True, array_like=True):
    """A seat and its player, who is None if it was kicked."""

    seat: KnownSeat
    person: KnownPerson | None


class KnownWatcher(Struct, frozen=True, array_like=True):
    """A spectator."""

    name: str
    person: KnownPerson
    entity: int
    """The entity of the view that it watches."""
    seat: int | None = None
    """The seat that it waits for; None if it waits for none."""
    token: bytes = b""
    """The token that opens that seat."""


class Handover(Struct, frozen=True, array_like=True):
    """What the owner of a run gives to the next one, besides the store.

    All its times are of the former owner's clock, whose time was `at`.
    """

    run: str
    session: str
    step: int
    """The last step of the run: the rest is of no use after any other."""
    at: float
    players: list[KnownPlayer]
    watchers: list[KnownWatcher]
    next_person: int
    intents: WaitingIntents
    times: FloorTimes
    keys: LastKeys
    pause: PauseWishes
    durable: DurableSteps
    empty_since: float | None = None
    facts: FactsOverTime | None = None
    """None where spectators are not delayed, as the recordings."""
    recordings: Recordings | None = None


@dataclass(slots=True, eq=False, repr=False)
class Succession:
    """The part of a session that passes it on, and that takes members from another node."""

    config: SessionConfig
    run: Run
    policy: SessionPolicy
    members: Members
    membership: Membership
    occupancy: Occupancy
    inbox: Inbox
    floor_scheduler: FloorScheduler
    idle_watch: IdleWatch
    party_pause: PartyPause
    journal_writer: JournalWriter
    disk: Disk
    audience: Audience
    announcer: Announcer
    outbox: Outbox
    late_facts: LateFacts
    delay: Delay
    _expected: set[int] = field(default_factory=set)
    """The members who have not entered again yet, by numbers that stand for them."""
    expected_until: float | None = None
    """When those who have not entered again are lost; None if all have."""

    # --- passing on --------------------------------------------------------------------------

    def handover(self, now: float) -> Handover:
        """Return the state of the session for the next node, besides the store.

        The session must be halted.
        """
        is_late = self.audience.late is not None
        return Handover(
            run=self.config.run,
            session=self.config.id,
            step=self.run.progress.step,
            at=now,
            players=[self._known_player(seat) for seat in self.members.seating],
            watchers=[self._known_watcher(member) for member in self.members.watchers],
            next_person=self.members.directory.next_id,
            intents=self.inbox.memory(),
            times=self.floor_scheduler.memory(),
            keys=self.idle_watch.memory(),
            pause=self.party_pause.memory(),
            durable=self.delay.memory(),
            empty_since=self.occupancy.empty_since,
            facts=self.late_facts.memory() if is_late else None,
            recordings=self.audience.late.memory() if self.audience.late is not None else None,
        )

    def _known_player(self, seat: Seat) -> KnownPlayer:
        directory = self.members.directory
        person = directory.of_seat(seat.number)
        known = None if person is None else directory.memory(person)
        return KnownPlayer(self.members.seating.memory(seat), known)

    def _known_watcher(self, member: int) -> KnownWatcher:
        directory, line = self.members.directory, self.members.seating.line
        person = directory.of_member(member)
        assert person is not None, "each spectator is known"
        claim = next((each for each in line if each.member == member), None)
        return KnownWatcher(
            self.members.watchers.name(member),
            directory.memory(person),
            self.audience.view_of(member),
            None if claim is None else claim.seat,
            b"" if claim is None else claim.token,
        )

    # --- taking over -------------------------------------------------------------------------

    def take_over(self, recovered: Recovered, handover: Handover, now: float) -> None:
        """Go on with a recovered run exactly where its former owner stopped.

        Nobody falls asleep: the members count as connected until they have had time to enter again.
        """
        self.audience.restore_views(recovered.views)
        self.audience.restore_party(self.run)
        self.journal_writer.resume_chat(recovered.chat)
        self.announcer.resume_chat(recovered.chat)
        self.journal_writer.resume(self.run, recovered.kept, recovered.rules_stretch)
        shift = now - handover.at
        self._recall_members(recovered, handover, shift)
        self._restore_parts(handover, shift)
        if self._expected:
            self.expected_until = now + REENTER_SECONDS
        empty_since = handover.empty_since
        self.occupancy.empty_since = (
            None if empty_since is None else empty_since + now - handover.at
        )
        self.floor_scheduler.update_paces(now)
        self.occupancy.save_settings()
        self.disk.note_durable()

    def _recall_members(self, recovered: Recovered, handover: Handover, shift: float) -> None:
        self.membership.restore_seats(recovered.seats, self.policy.settings)
        self.members.directory.next_id = handover.next_person
        by_absence = sorted(handover.players, key=lambda each: each.seat.away_since or 0.0)
        for player in by_absence:
            self._recall_player(player, shift)
        for watcher in handover.watchers:
            self._recall_watcher(watcher)

    def _restore_parts(self, handover: Handover, shift: float) -> None:
        self.inbox.restore(handover.intents)
        self.floor_scheduler.restore(handover.times, shift)
        self.idle_watch.restore(handover.keys, shift)
        self.party_pause.restore(handover.pause, shift)
        self.delay.restore(handover.durable, shift)
        if handover.facts is not None:
            self.late_facts.restore(handover.facts, shift)
        if handover.recordings is not None and self.audience.late is not None:
            self.audience.late.restore(handover.recordings, shift)

    def _recall_player(self, player: KnownPlayer, shift: float) -> None:
        known, person = player.seat, player.person
        member = self._expect() if person is not None and person.is_connected else None
        differing = self.members.seating.recall(known, member, shift)
        if differing is not None:
            self.journal_writer.issue(differing)
        if person is not None:
            self.members.directory.restore(person, known.number, member)

    def _recall_watcher(self, watcher: KnownWatcher) -> None:
        member = self._expect()
        self.members.watchers.add(member, watcher.name)
        self.members.directory.restore(watcher.person, None, member)
        if watcher.seat is not None:
            self.members.seating.line.add(Claim(member, watcher.seat, watcher.token))
        self._show_later(member, watcher.entity)

    def _show_later(self, member: int, entity: int) -> None:
        """Note the view of an expected spectator, which gets no frames yet."""
        if self.audience.late is not None:
            self.audience.late.expect(member, entity)
        else:
            self.audience.add(member, entity)
            self.audience.fell_behind(member)

    def _expect(self) -> int:
        """Return a number for a member who is expected."""
        taken = self._expected
        member = next(each for each in count(FIRST_EXPECTED, -1) if each not in taken)
        self._expected.add(member)
        self.outbox.expect(member)
        return member

    # --- members enter again -----------------------------------------------------------------

    def reenter(
        self, member: int, number: int | None, name: str, identity: Identity, now: float
    ) -> int:
        """Admit a member of the former owner's session, without a greeting or a token.

        `number` is that of its seat; None for a spectator of this name. A spectator whom the former
        owner handed over goes on with its view, others with that of the party. The member gets a
        keyframe, and what it missed. Return the highest sequence of an intent that the run has
        received from its seat, or 0. Raises RequestRefusedError.
        """
        received = self._admit(member, number, name, identity)
        self.occupancy.record_arrival(now, member)
        return received

    def _admit(self, member: int, number: int | None, name: str, identity: Identity) -> int:
        if member in self.members.watchers:  # The session has not moved after all.
            self.audience.want_keyframe(member)
            return 0
        if number is None:
            self._watch_again(member, name, identity)
            return 0
        seat = self.members.seating.get(number)
        if seat is None or seat.vacated:
            raise RequestRefusedError("bad_token", KICKED)
        if seat.member in self._expected:
            self._enter(seat.member, member, identity)
            self.members.seating.rename(seat.member, member)
        elif seat.member != member:
            self._take_seat(member, seat, identity)
        eyes = eyes_of(seat)
        if eyes is not None:
            self.audience.add(member, eyes)
        return self._received(seat)

    def _take_seat(self, member: int, seat: Seat, identity: Identity) -> None:
        """Seat a player whom this node did not expect: the former owner died, or waited long."""
        if seat.member is not None:
            raise RequestRefusedError("bad_token", ELSEWHERE)
        self.policy.access_control.check_return(seat.number, identity)
        if self.members.seating.must_wait(seat):
            raise RequestRefusedError("session_full", GIVEN_UP)
        self.members.seating.sit(member, seat)
        self.inbox.drop_intents(seat.number)
        self.inbox.add_seating(PlayerBack(seat.number))
        self.members.directory.sit(seat.number, member, identity)
        self.policy.roles.seated(member, seat.number, identity)
        self.announcer.roster_changed = True

    def _watch_again(self, member: int, name: str, identity: Identity) -> None:
        before = self._expected_watcher(name, identity)
        if before is None:
            self._watch_anew(member, name, identity)
            return
        entity = self.audience.view_of(before)
        self._enter(before, member, identity)
        self.members.watchers.rename(before, member)
        self.members.seating.line.rename(before, member)
        if self.audience.late is not None:
            self.audience.late.rename(before, member)
        else:
            self.audience.remove(before)
            self.audience.add(member, entity)

    def _watch_anew(self, member: int, name: str, identity: Identity) -> None:
        """Admit a spectator whom this node did not expect."""
        self.policy.access_control.check_watch_on(identity)
        self.members.watchers.check_room()
        self.members.watchers.add(member, name)
        self.members.directory.watch(member, identity)
        if self.audience.late is None:
            self.audience.add(member, PARTY)
        else:
            self.audience.late.add(member, PARTY)
        self.announcer.roster_changed = True

    def _expected_watcher(self, name: str, identity: Identity) -> int | None:
        """Return the expected spectator of this name and identity, if there is one."""
        for member in self.members.watchers:
            person = self.members.directory.of_member(member)
            is_same = person is not None and person.identity == identity
            if member in self._expected and is_same and self.members.watchers.name(member) == name:
                return member
        return None

    def _enter(self, before: int, member: int, identity: Identity) -> None:
        """Give an expected member the number by which it came."""
        self._expected.discard(before)
        self.members.directory.rename(before, member, identity)
        self.outbox.rename(before, member)
        if not self._expected:
            self.expected_until = None

    def _received(self, seat: Seat) -> int:
        """Return the highest sequence that the run has received from a seat."""
        found = self.run.index.of_seat(seat.number)
        received = found[1].intents.received if found is not None else 0
        return max(received, self.inbox.last_sequence(seat.number))

    def take_overdue(self, now: float) -> list[int]:
        """Return the members who have not entered again in time, and expect them no longer."""
        if self.expected_until is None or now < self.expected_until:
            return []
        overdue = [member for member in self.members.members if member in self._expected]
        self._expected.clear()
        self.expected_until = None
        return overdue
