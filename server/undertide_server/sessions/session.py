"""A session: one hosted run, its seats and its viewers. Sans-I/O."""

from collections.abc import Callable, Sequence

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.broadcast.delay import Delay
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.builder import parts_of
from undertide_server.sessions.clock.floor_scheduler import earlier
from undertide_server.sessions.durability.journal_writer import JournalWriter, ending_of
from undertide_server.sessions.durability.recovery import Recovered
from undertide_server.sessions.members.seating import Seating
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.info import SessionConfig, SessionContext
from undertide_server.sessions.moderation.listing import people
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_server.sessions.summary import lobby_line
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.run import Run
from undertide_server.store.journal import Journal
from undertide_server.store.records import Ending
from undertide_shared.messages import (
    Anew,
    Invite,
    Invited,
    Order,
    PaceStatus,
    People,
    RunState,
    SessionInfo,
)

__all__ = ["SeatedMessage", "Session", "SessionConfig"]


class Session:
    """One hosted run. Members are numbers that the edge gives to its connections."""

    def __init__(
        self,
        config: SessionConfig,
        run: Run,
        settings: ServerSettings,
        journal: Journal,
        fresh_token: Callable[[], bytes],
        now: float,
        context: SessionContext | None = None,
    ) -> None:
        self.config = config
        self.id = config.id
        """The session's name on the wire."""
        self.run = run
        self.empty_since: float | None = now
        """Since when nobody has been here; None while somebody is."""
        self.on_outgoing: Callable[[Session], None] | None = None
        """Called when more became durable outside of `advance`: parcels may leave, and where the
        run waited for its disk, it goes on."""
        self._journal_writer = journal_writer = JournalWriter(
            journal, config.run, self._committed_late
        )
        context = context or SessionContext()
        parts = parts_of(
            config, run, settings, context, journal_writer, fresh_token, self._take_note
        )
        self.policy = parts.policy
        """How it is run, and what everybody may do."""
        journal_writer.settled = self.policy.data
        self.delay = Delay(parts.gallery.delay)
        """How far the run may be looked back at."""
        self._members = parts.members
        self._floor_scheduler = parts.floor_scheduler
        self._stepper = parts.stepper
        self._outbox = parts.outbox
        self._disk = parts.disk
        self._audience = parts.audience
        self._late = parts.audience.late
        """The spectators, where they see what is shown only later."""
        self._announcer = parts.announcer
        self._membership = parts.membership
        self._request_handler = parts.request_handler
        self._arrivals = parts.arrivals
        self._moderator = parts.moderator

    @property
    def seating(self) -> Seating:
        """Its seats, and who sits in them."""
        return self._members.seating

    @property
    def has_room(self) -> bool:
        """Whether somebody new could take a seat."""
        return not self.run.progress.ended and self.seating.has_room

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
        """Give a member a seat, or with its resume token the seat it had. Raises Refused.

        A new hero is of the calling with that key, or where it is empty of what the rules say.
        `said` is what the member called the session by: its id or an invite code.
        """
        self._disk.check()
        seat = self._arrivals.seat(member, name, token, calling, identity, said)
        self._journal_writer.issue(seat)
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
        """Give a member a place among the spectators. Raises Refused. `said`: as in `join`."""
        self._disk.check()
        self._arrivals.watch(member, name, seat, identity, said)
        self._came_in(now)

    def _came_in(self, now: float) -> None:
        self.empty_since = None
        self._journal_writer.save_settings(self.policy.data)
        self._stepper.follow(now)

    def leave(self, member: int, now: float) -> None:
        """Let a member go who asked to."""
        person = self._members.directory.of_member(member)
        self._membership.leave(member, now)
        if person is not None:
            self.policy.roles.left(member, person)
        self._journal_writer.save_settings(self.policy.data)
        self._note_who_is_left(now)

    def disconnect(self, member: int, now: float) -> None:
        """Forget a member whose connection is gone. Its hero becomes link-dead."""
        self._membership.disconnect(member, now)
        self._note_who_is_left(now)

    def _note_who_is_left(self, now: float) -> None:
        if not self._members.members:
            self.empty_since = now

    def take_dismissed(self) -> list[int]:
        """Return the members that were put out since the last call."""
        return self._membership.take_dismissed()

    # --- its end, and its rest ---------------------------------------------------------------

    @property
    def is_worth_coming_back_to(self) -> bool:
        """Whether somebody has a seat in a run that is not over, nor ended by its host."""
        over = self.run.progress.ended or bool(self.dissolved)
        return any(True for _ in self.seating) and not over

    @property
    def is_settled(self) -> bool:
        """Whether all that was played, and all that was settled, is durable."""
        return self._journal_writer.is_settled and self._journal_writer.is_kept

    @property
    def waiting(self) -> tuple[int, int]:
        """How many steps are not durable yet, and how many parcels are held."""
        return self._journal_writer.uncommitted, len(self._outbox)

    def close(self, reason: str, state: RunState = "abandoned") -> None:
        """Tell everyone that the session is over and put them out; say what becomes of its run."""
        self._membership.dismiss_all(reason)
        self._journal_writer.close(Ending(state, reason))
        self.run.world.close()

    def rest(self, reason: str) -> None:
        """Put everyone out and keep the run as it is now, to be brought back from the journal."""
        self._membership.dismiss_all(reason)
        self._journal_writer.keep(self.run)
        self.run.world.close()

    def suspend(self) -> None:
        """Keep the run as it is now: this server ends, and another brings it back."""
        if not self.run.progress.ended:
            self._journal_writer.keep(self.run)

    def revive(self, recovered: Recovered) -> None:
        """Take up the seats of a run that was brought back. Nobody is there: its heroes sleep."""
        self._journal_writer.resume(self.run, recovered.epoch)
        with self.run.world.active():
            self._membership.restore(recovered.seats, self.policy.settings.accounts)
        self._disk.note_durable()

    # --- messages ----------------------------------------------------------------------------

    def receive(self, member: int, message: SeatedMessage, now: float) -> None:
        """Take a member's message. Raises Refused."""
        if self._late is not None:
            self._late.at(now, self.run.progress.step)
        if isinstance(message, Anew):
            self._disk.check()
        self._request_handler.receive(member, message, now)

    # --- order -------------------------------------------------------------------------------

    def govern(
        self, member: int | None, identity: Identity, order: Order, now: float
    ) -> People | Invited:
        """Carry out an order that somebody gives, from here or from outside. Raises Refused."""
        self._disk.check()
        self._moderator.carry_out(member, identity, order, now)
        self._announcer.roster_changed = True
        self._journal_writer.save_settings(self.policy.data)
        self._note_who_is_left(now)
        if isinstance(order, Invite):
            return Invited(self.id, self.policy.code)
        return people(self.id, self._members, self.policy, member, identity)

    def people(self, member: int | None, identity: Identity) -> People:
        """Tell somebody who is here, and how order is kept. Raises Refused."""
        self._moderator.check_place(member, identity)
        return people(self.id, self._members, self.policy, member, identity)

    def forget_maker(self, member: int) -> None:
        """Note that a connection is gone, which may have made the session and never come in."""
        if self.policy.roles.forget_maker(member):
            self._announcer.roster_changed = True
            self._journal_writer.save_settings(self.policy.data)

    def once_kept(self, call: Callable[[], None]) -> None:
        """Call back once all orders that were carried out are durable; at once where they are."""
        self._journal_writer.once_kept(call)

    @property
    def dissolved(self) -> str:
        """Why its host has ended it; nothing while it goes on. Whoever drives it closes it then."""
        return self._moderator.dissolved

    # --- time --------------------------------------------------------------------------------

    def due(self, now: float) -> float | None:
        """Return when `advance` wants to be called, or None until something comes from outside."""
        if self._has_news:
            return now
        due = self._stepper.due(now)
        return due if self._late is None else earlier(due, self._late.due(now))

    @property
    def _has_news(self) -> bool:
        """Whether members must be told something although no step was taken."""
        return self._audience.has_newcomers or self._announcer.roster_changed

    def advance(self, now: float) -> None:
        """Take the steps that are due, and show viewers what came of them."""
        with self.run.world.active():
            records = self._stepper.take_steps(now)
            if self._late is not None:
                self._late.at(now, self.run.progress.step)
            paces = self._floor_scheduler.statuses
            if records or self._has_news or paces != self._audience.paces:
                self._show(paces)
        if records:
            self._journal_writer.submit(self.run, records)
            self._disk.note_durable()
            self.delay.note(now, self._journal_writer.durable)
            if self.run.progress.ended:
                self._journal_writer.close(ending_of(self.run))
        if self._late is not None:
            for step, parcel in self._late.release(now):
                self._outbox.put(step, parcel)

    def _take_note(self, events: Sequence[Event]) -> None:
        """Give members the heroes that a step has made, and write into views what happened."""
        self._membership.meet_new_heroes()
        self._audience.note_events(self.run, events)

    def _show(self, paces: dict[int, PaceStatus]) -> None:
        """Send every viewer what changed, and those whose hero died to the party's view."""
        self._announcer.tell_roster()
        if self._audience.somebody_fell:
            self._members.count_the_dead(self.run)
        for parcel in self._audience.make_frames(self.run, paces):
            self._outbox.put(self.run.progress.step, parcel)
        self._announcer.tell_end()

    # --- what may leave ----------------------------------------------------------------------

    def take_outgoing(self) -> list[Parcel]:
        """Return the parcels that may leave now, in order."""
        return self._outbox.take()

    def fell_behind(self, member: int) -> None:
        """Send a member no more frames: one was not delivered."""
        self._outbox.forget_frames(member)
        self._audience.fell_behind(member)

    def resync(self, member: int) -> None:
        """Give a member a keyframe."""
        self._request_handler.resync(member)

    def watchable(self, now: float) -> int:
        """Return the last step that whoever looks back at the run may see: 0 for none.

        It is durable, and has been for as long as the settings say.
        """
        self.delay.note(now, self._journal_writer.durable)
        return self.delay.reached(now)

    def info(self) -> SessionInfo:
        """Return the session's line in the lobby: of what was played, what is durable."""
        subtitle = self.run.game.variety.subtitle
        return lobby_line(self.config, subtitle, self._disk, self._members, self.policy)

    # --- the disk ----------------------------------------------------------------------------

    def trouble_changed(self) -> None:
        """Look again whether the run has to wait for its disk."""
        self._disk.tell_trouble()
        if self.on_outgoing is not None:
            self.on_outgoing(self)

    def _committed_late(self) -> None:
        self._disk.note_durable()
        if self.on_outgoing is not None:
            self.on_outgoing(self)
