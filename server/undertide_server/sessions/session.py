"""A session: one hosted run, its seats and its viewers. Sans-I/O."""

from collections.abc import Callable
from dataclasses import dataclass, field

from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.arrivals import Arrivals
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.delay import Delay
from undertide_server.sessions.broadcast.outbox import Outbox
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler, earlier
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.durability.journal_writer import JournalWriter, ending_of
from undertide_server.sessions.durability.recovery import Recovered
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.info import SessionConfig
from undertide_server.sessions.moderation.listing import people
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.moderator import Moderator
from undertide_server.sessions.request_handler import RequestHandler
from undertide_server.sessions.stepper import Stepper
from undertide_server.sessions.summary import lobby_line
from undertide_server.sessions.viewing import Viewing
from undertide_server.simulation.state.run import Run
from undertide_server.store.records import Ending
from undertide_shared.messages import (
    Invite,
    Invited,
    Order,
    PaceStatus,
    People,
    RunState,
    SessionInfo,
)


@dataclass(eq=False)
class Session:
    """One hosted run, made of its parts: see `builder`.

    Members are numbers that the gateway gives to its connections.
    """

    config: SessionConfig
    run: Run
    empty_since: float | None
    """Since when nobody has been here; None while somebody is."""

    # Who is here, and what they may do.
    policy: SessionPolicy
    members: Members
    membership: Membership
    arrivals: Arrivals
    moderator: Moderator
    requests: RequestHandler

    # How the run goes on, and what of it is durable.
    floor_scheduler: FloorScheduler
    stepper: Stepper
    journal_writer: JournalWriter
    disk: Disk

    # What members are sent.
    audience: Audience
    viewing: Viewing
    announcer: Announcer
    outbox: Outbox
    delay: Delay
    """How far the run may be looked back at."""

    on_outgoing: "Callable[[Session], None] | None" = None
    """Called when more became durable outside of `advance`: parcels may leave, and where the
    run waited for its disk, it goes on."""
    id: str = field(init=False)
    """The session's name on the wire."""

    def __post_init__(self) -> None:
        self.id = self.config.id
        self.journal_writer.on_late = self._committed_late

    @property
    def has_room(self) -> bool:
        """Whether somebody new could take a seat."""
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
    ) -> None:
        """Give a member a seat, or with its resume token the seat it had.

        Raises RequestRefusedError.

        A new hero is of the calling with that key, or where it is empty of what the rules say.
        `said` is what the member called the session by: its id or an invite code.
        """
        self.disk.check()
        seat = self.arrivals.seat(member, name, token, calling, identity, said)
        self.journal_writer.issue(seat)
        self._came_in(now)

    def watch(
        self,
        member: int,
        name: str,
        seat: int | None,
        now: float,
        identity: Identity = NOBODY,
        said: str = "",
    ) -> None:
        """Give a member a place among the spectators.

        Raises RequestRefusedError. `said`: as in `join`.
        """
        self.disk.check()
        self.arrivals.watch(member, name, seat, identity, said)
        self._came_in(now)

    def _came_in(self, now: float) -> None:
        self.empty_since = None
        self.journal_writer.save_settings(self.policy.data)
        self.floor_scheduler.update_paces(now)

    def leave(self, member: int, now: float) -> None:
        """Let a member go who asked to."""
        person = self.members.directory.of_member(member)
        self.membership.leave(member, now)
        if person is not None:
            self.policy.roles.left(member, person)
        self.journal_writer.save_settings(self.policy.data)
        self._note_who_is_left(now)

    def disconnect(self, member: int, now: float) -> None:
        """Forget a member whose connection is gone. Its hero becomes link-dead."""
        self.membership.disconnect(member, now)
        self._note_who_is_left(now)

    def _note_who_is_left(self, now: float) -> None:
        if not self.members.members:
            self.empty_since = now

    # --- its end, and its rest ---------------------------------------------------------------

    @property
    def is_worth_coming_back_to(self) -> bool:
        """Whether somebody has a seat in a run that is not over, nor ended by its host."""
        over = self.run.progress.ended or bool(self.moderator.dissolved)
        return any(True for _ in self.members.seating) and not over

    @property
    def is_settled(self) -> bool:
        """Whether all that was played, and all that was settled, is durable."""
        return self.journal_writer.is_settled and self.journal_writer.is_kept

    @property
    def waiting(self) -> tuple[int, int]:
        """How many steps are not durable yet, and how many parcels are held."""
        return self.journal_writer.uncommitted, len(self.outbox)

    def close(self, reason: str, state: RunState = "abandoned") -> None:
        """Tell everyone that the session is over and put them out; say what becomes of its run."""
        self.membership.dismiss_all(reason)
        self.journal_writer.close(Ending(state, reason))
        self.run.world.close()

    def rest(self, reason: str) -> None:
        """Put everyone out and keep the run as it is now, to be brought back from the journal."""
        self.membership.dismiss_all(reason)
        self.journal_writer.keep(self.run)
        self.run.world.close()

    def suspend(self) -> None:
        """Keep the run as it is now: this server ends, and another brings it back."""
        if not self.run.progress.ended:
            self.journal_writer.keep(self.run)

    def revive(self, recovered: Recovered) -> None:
        """Take up the seats of a run that was brought back. Nobody is there: its heroes sleep."""
        self.journal_writer.resume(self.run, recovered.epoch)
        self.membership.restore(recovered.seats, self.policy.settings.accounts)
        self.disk.note_durable()

    # --- order -------------------------------------------------------------------------------

    def govern(
        self, member: int | None, identity: Identity, order: Order, now: float
    ) -> People | Invited:
        """Carry out an order that somebody gives, from here or from outside.

        Raises RequestRefusedError.
        """
        self.disk.check()
        self.moderator.carry_out(member, identity, order, now)
        self.announcer.roster_changed = True
        self.journal_writer.save_settings(self.policy.data)
        self._note_who_is_left(now)
        if isinstance(order, Invite):
            return Invited(self.id, self.policy.code)
        return people(self.id, self.members, self.policy, member, identity)

    def people(self, member: int | None, identity: Identity) -> People:
        """Tell somebody who is here, and how order is kept. Raises RequestRefusedError."""
        self.moderator.check_place(member, identity)
        return people(self.id, self.members, self.policy, member, identity)

    def forget_maker(self, member: int) -> None:
        """Note that a connection is gone, which may have made the session and never come in."""
        if self.policy.roles.forget_maker(member):
            self.announcer.roster_changed = True
            self.journal_writer.save_settings(self.policy.data)

    # --- time --------------------------------------------------------------------------------

    def due(self, now: float) -> float | None:
        """Return when `advance` wants to be called, or None until something comes from outside."""
        if self._has_news:
            return now
        due = self.stepper.due(now)
        return due if self.audience.late is None else earlier(due, self.audience.late.due(now))

    @property
    def _has_news(self) -> bool:
        """Whether members must be told something although no step was taken."""
        return self.audience.has_newcomers or self.announcer.roster_changed

    def advance(self, now: float) -> None:
        """Take the steps that are due, and show viewers what came of them."""
        records = self.stepper.take_steps(now)
        if self.audience.late is not None:
            self.audience.late.set_time(now, self.run.progress.step)
        paces = self.floor_scheduler.statuses
        if records or self._has_news or paces != self.audience.paces:
            self._show(paces)
        if records:
            self.journal_writer.submit(self.run, records)
            self.disk.note_durable()
            self.delay.note(now, self.journal_writer.durable)
            if self.run.progress.ended:
                self.journal_writer.close(ending_of(self.run))
        if self.audience.late is not None:
            for step, parcel in self.audience.late.release(now):
                self.outbox.hold(step, parcel)

    def _show(self, paces: dict[int, PaceStatus]) -> None:
        """Send every viewer what changed, and those whose hero died to the party's view."""
        self.announcer.tell_roster()
        if self.audience.somebody_fell:
            self.members.count_the_dead(self.run)
        for parcel in self.audience.make_frames(self.run, paces):
            self.outbox.hold(self.run.progress.step, parcel)
        self.announcer.tell_end()

    def watchable(self, now: float) -> int:
        """Return the last step that whoever looks back at the run may see: 0 for none.

        It is durable, and has been for as long as the settings say.
        """
        self.delay.note(now, self.journal_writer.durable)
        return self.delay.reached(now)

    def info(self) -> SessionInfo:
        """Return the session's line in the lobby: of what was played, what is durable."""
        subtitle = self.run.game.variety.subtitle
        return lobby_line(self.config, subtitle, self.disk, self.members, self.policy)

    # --- the disk ----------------------------------------------------------------------------

    def trouble_changed(self) -> None:
        """Look again whether the run has to wait for its disk."""
        self.disk.tell_trouble()
        if self.on_outgoing is not None:
            self.on_outgoing(self)

    def _committed_late(self) -> None:
        self.disk.note_durable()
        if self.on_outgoing is not None:
            self.on_outgoing(self)
