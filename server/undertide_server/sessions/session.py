"""A session: one hosted run, its seats and its viewers. Sans-I/O."""

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.arrivals import Arrivals
from undertide_server.sessions.attendance import Attendance, Occupancy
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.outbox import Outbox
from undertide_server.sessions.chronicler import Chronicler
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler, earliest
from undertide_server.sessions.disclosure import Disclosure
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.durability.journal_writer import JournalWriter, ending_of
from undertide_server.sessions.durability.recovery import Recovered
from undertide_server.sessions.handover import Succession
from undertide_server.sessions.idle_watch import IdleWatch
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.errors import NotMovableError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.info import SessionConfig
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.moderator import Moderator
from undertide_server.sessions.party_pause import PartyPause
from undertide_server.sessions.request_handler import RequestHandler
from undertide_server.sessions.stepper import Stepper
from undertide_server.sessions.viewing import Viewing
from undertide_server.simulation.state.run import Run
from undertide_server.store.records import Ending
from undertide_shared.messages import Invite, Invited, Order, PaceStatus, People, RunState


@dataclass(eq=False, repr=False)
class Session:
    """One hosted run, made of its parts by `builder`.

    Members are numbers that the gateway gives to its connections.
    """

    config: SessionConfig
    run: Run

    # Members and their rights.
    policy: SessionPolicy
    members: Members
    membership: Membership
    arrivals: Arrivals
    attendance: Attendance
    occupancy: Occupancy
    moderator: Moderator
    requests: RequestHandler

    # The progress of the run and its journal.
    floor_scheduler: FloorScheduler
    idle_watch: IdleWatch
    party_pause: PartyPause
    stepper: Stepper
    journal_writer: JournalWriter
    disk: Disk
    succession: Succession

    # Messages to members.
    audience: Audience
    viewing: Viewing
    announcer: Announcer
    chronicler: Chronicler
    outbox: Outbox
    disclosure: Disclosure

    on_outgoing: "Callable[[Session], None] | None" = None
    """Called when steps became durable outside of `advance`: parcels may leave, and a run that
    waited for its disk goes on."""
    successor: str = ""
    """The id of the session in which the party plays again, once one was made."""
    is_halted: bool = False
    """Whether the session takes no step, because another node is to go on with it."""
    id: str = field(init=False)
    """The session's name on the wire."""

    def __post_init__(self) -> None:
        self.id = self.config.id
        self.journal_writer.on_late = self.disk_changed
        self.journal_writer.logs = self.audience.logs
        self.stepper.on_events = self.membership.note_events
        self.stepper.write_chronicles = self.chronicler.write
        self.stepper.on_passed = self.disk.note_durable
        self.stepper.may_pass = self.audience.late is None
        self.announcer.save_chat = self.journal_writer.save_chat

    @property
    def has_room(self) -> bool:
        """Whether a newcomer could take a seat."""
        return not self.run.progress.ended and self.members.seating.has_room

    # --- members come and go -----------------------------------------------------------------

    def join(
        self,
        member: int,
        name: str,
        token: bytes,
        now: float,
        calling: str = "",
        identity: Identity = NOBODY,
        said: str = "",
    ) -> bool:
        """Give a member a new seat, or the seat that its resume token opens.

        Return False if the member watches instead until there is room for its seat.

        Raises RequestRefusedError.

        `calling` is the key of a new hero's calling; empty means the ruleset's default. `said` is
        the name that the member used for the session: its id or an invite code.
        """
        self.disk.check()
        self.stepper.pass_quiet_ticks(now)
        seat = self.arrivals.seat(member, name, token, now, calling, identity, said)
        if seat is not None:
            self.journal_writer.issue(seat)
            self.announcer.tell_chronicle(seat, self.chronicler.of_seat(seat.number))
            self.idle_watch.note_key(seat, now)
            self.party_pause.end()
        self.occupancy.record_arrival(now, member)
        return seat is not None

    def watch(
        self,
        member: int,
        name: str,
        seat: int | None,
        now: float,
        identity: Identity = NOBODY,
        said: str = "",
    ) -> None:
        """Admit a member as a spectator.

        Raises RequestRefusedError. `said`: as in `join`.
        """
        self.disk.check()
        self.arrivals.watch(member, name, seat, identity, said)
        self.occupancy.record_arrival(now, member)

    def leave(self, member: int, now: float) -> None:
        """Remove a member at its own request."""
        self.stepper.pass_quiet_ticks(now)
        person = self.members.directory.of_member(member)
        self.membership.leave(member, now)
        if person is not None:
            self.policy.roles.left(member, person)
        self.occupancy.record_departure(now)

    def confirm_token(self, member: int) -> None:
        """End the older token of a member's seat: the member has received the newer one."""
        seat = self.members.seating.of_member(member)
        if seat is not None and seat.confirm():
            self.journal_writer.issue(seat)

    def disconnect(self, member: int, now: float) -> None:
        """Remove a member whose connection is gone. Its hero becomes link-dead."""
        self.stepper.pass_quiet_ticks(now)
        self.membership.disconnect(member, now)
        self.occupancy.record_departure(now)

    # --- end and rest ------------------------------------------------------------------------

    @property
    def is_worth_coming_back_to(self) -> bool:
        """Whether the run has a player, is not over, and was not dissolved by order."""
        over = self.run.progress.ended or bool(self.moderator.dissolved)
        return any(not seat.vacated for seat in self.members.seating) and not over

    @property
    def is_settled(self) -> bool:
        """Whether all steps and all settings are durable."""
        return self.journal_writer.is_settled and self.journal_writer.is_kept

    @property
    def waiting(self) -> tuple[int, int]:
        """The numbers of steps that are not durable yet and of parcels that are held."""
        return self.journal_writer.uncommitted, len(self.outbox)

    def close(self, reason: str, state: RunState = "abandoned") -> None:
        """Kick everyone and close the run in the journal, with its final state."""
        self.membership.dismiss_all(reason)
        self.journal_writer.close(Ending(state, reason))
        self.journal_writer.release()
        self.dispose()

    def rest(self, reason: str) -> None:
        """Kick everyone and save the run as it is now, to be brought back from the journal."""
        self.membership.dismiss_all(reason)
        self.occupancy.save_settings()
        self.journal_writer.flush_chat()
        self.journal_writer.store_snapshot(self.run)
        self.journal_writer.release()
        self.dispose()

    def dispose(self) -> None:
        """Delete the world, and all that leads from the session's parts back to the session.

        So reference counts free the session, and no garbage collection is needed for it.
        """
        self.journal_writer.tell_nobody()
        self.run.world.close()

    def suspend(self) -> None:
        """Save the run as it is now: this server ends, and another will bring it back.

        Whoever is connected now counts as connected when the server ended.
        """
        self.occupancy.is_suspended = True
        if not self.run.progress.ended:
            self.journal_writer.flush_chat()
            self.journal_writer.store_snapshot(self.run)

    def revive(self, recovered: Recovered, now: float) -> None:
        """Restore the seats, the logs and the chat of a recovered run.

        Its heroes sleep, since no players are there.
        """
        self.audience.restore_views(recovered.views)
        self.audience.restore_party(self.run)
        self.journal_writer.resume_chat(recovered.chat)
        self.announcer.restore_chat(recovered.chat, now)
        self.journal_writer.resume(self.run, recovered.kept, recovered.rules_stretch)
        self.journal_writer.begin_trial(self.run)
        away_since = now - self.policy.seconds_empty
        self.membership.restore(recovered.seats, self.policy.settings, away_since)
        self.attendance.act(now)
        self.occupancy.save_settings()
        self.disk.note_durable()

    # --- another node ------------------------------------------------------------------------

    def halt(self, now: float, written: Callable[[], None]) -> None:
        """Take the steps that are due now and no others, and submit all that the next node reads.

        `written` is called when that is durable. Until `go_on` the session must be given no
        message, and nobody may enter or leave it; members enter again afterwards, here or on the
        next node. Raises NotMovableError.
        """
        if not self.is_worth_coming_back_to:
            raise NotMovableError("its run is over, or has no player")
        self.advance(now)
        if self.run.progress.ended:
            raise NotMovableError("its run is over")
        if self.journal_writer.trouble or self.stepper.has_seatings:
            raise NotMovableError("it waits for the server's disk")
        self.is_halted = True
        self.occupancy.save_settings()
        self.journal_writer.flush_chat()
        self.journal_writer.store_snapshot(self.run)
        self.journal_writer.once_written(written)

    def go_on(self) -> None:
        """Take steps again: the session stays on this node. Its members may enter again."""
        self.is_halted = False

    # --- moderation --------------------------------------------------------------------------

    def govern(
        self, member: int | None, identity: Identity, order: Order, now: float
    ) -> People | Invited:
        """Carry out an order from a member or an outsider; return the people or the invite code.

        Raises RequestRefusedError.
        """
        self.disk.check()
        self.stepper.pass_quiet_ticks(now)
        done = self.moderator.carry_out(member, identity, order)
        if member in self.members.members:
            self.occupancy.note_sign(member, now)
        self.announcer.roster_changed = True
        self.occupancy.record_departure(now)
        if isinstance(order, Invite):
            return Invited(self.id, self.policy.code)
        people = self.disclosure.list_people(member, identity)
        return msgspec.structs.replace(people, done=done)

    def forget_maker(self, member: int) -> None:
        """Note that a connection is gone; it may be a maker that never joined the session."""
        if self.policy.roles.forget_maker(member):
            self.announcer.roster_changed = True
            self.occupancy.save_settings()

    # --- time --------------------------------------------------------------------------------

    def due(self, now: float) -> float | None:
        """Return when to call `advance`, or None until input comes from outside."""
        if self.is_halted or self.journal_writer.is_announcing:
            return None
        if self._has_news:
            return now
        due = earliest(
            self.stepper.due(now),
            self.attendance.due(now),
            self.party_pause.due(now),
            self.succession.expected_until,
        )
        if self.audience.late is None:
            return due
        return earliest(due, self.audience.late.due(now), self.disclosure.late_facts.due())

    @property
    def _has_news(self) -> bool:
        """Whether members await a message even without a step."""
        return self.audience.has_newcomers or self.announcer.roster_changed

    def advance(self, now: float) -> None:
        """Take the steps that are due, and show viewers the results."""
        if self.is_halted:
            return
        self.stepper.pass_quiet_ticks(now)
        self._do_chores(now)
        if not self.floor_scheduler.pauses:
            self.idle_watch.look(now)
        records = self.stepper.take_steps(now)
        if self.journal_writer.is_announcing:
            return  # What came in takes effect with the step that was announced.
        if self.audience.late is not None:
            self.audience.late.set_time(now, self.run.progress.step)
        paces = self.party_pause.statuses(now)
        news = records or self._has_news or paces != self.audience.paces
        if news or self.disclosure.late_facts.is_due(now):
            self._show(paces, now)
        if records:
            self.journal_writer.submit(self.run, records)
            self.disk.note_durable()
            if self.run.progress.ended:
                self.journal_writer.close(ending_of(self.run))
        if self.audience.late is not None:
            for step, parcel in self.audience.late.release(now):
                self.outbox.hold(step, parcel)
            self.disclosure.record_progress(now)

    def _do_chores(self, now: float) -> None:
        """Act on absences, also of those who were expected from another node; end the pause.

        Each only does what is due now: nothing in most beats.
        """
        for member in self.succession.take_overdue(now):
            self.disconnect(member, now)
        if self.attendance.act(now):
            self.occupancy.record_arrival(now)
        self.party_pause.check(now)

    def _show(self, paces: dict[int, PaceStatus], now: float) -> None:
        """Send frames to every viewer; viewers of dead heroes move to the party's view."""
        self.announcer.tell_roster(now)
        if self.audience.somebody_fell:
            self.members.count_the_dead(self.run)
        for parcel in self.audience.make_frames(self.run, paces):
            self.outbox.hold(self.run.progress.step, parcel)
        for number, chronicle in self.chronicler.take_untold():
            self.announcer.tell_chronicle(self.members.seating.get(number), chronicle)
        self.announcer.tell_end()

    # --- the disk ----------------------------------------------------------------------------

    def disk_changed(self) -> None:
        """Release what has become durable, tell members of disk trouble, and report new parcels."""
        self.disk.note_durable()
        if self.on_outgoing is not None:
            self.on_outgoing(self)
