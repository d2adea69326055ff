"""A session: one hosted run, its seats and its viewers. Sans-I/O."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from undertide_server.content.settings import ServerSettings
from undertide_server.sessions.clockwork import Clockwork
from undertide_server.sessions.company import Company
from undertide_server.sessions.conduct import Conduct
from undertide_server.sessions.delay import Delay
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.ledger import Ledger, ending_of
from undertide_server.sessions.membership import Membership, eyes_of
from undertide_server.sessions.outbox import Outbox, Parcel
from undertide_server.sessions.recovery import Recovered
from undertide_server.sessions.refused import Refused
from undertide_server.sessions.seating import Seating
from undertide_server.sessions.showing import Showing
from undertide_server.sessions.stepping import Stepping
from undertide_server.sessions.summary import tile_looks
from undertide_server.sessions.telling import Telling
from undertide_server.simulation.events import Event
from undertide_server.simulation.run import Run
from undertide_server.store.journal import Journal
from undertide_server.store.records import Ending
from undertide_shared.messages import (
    Act,
    Anew,
    Follow,
    Joined,
    ListKinds,
    Pace,
    PaceStatus,
    Resync,
    RunState,
    Say,
    SessionInfo,
    Watching,
)

__all__ = ["Charter", "SeatedMessage", "Session"]

SeatedMessage = Act | Say | Resync | Follow | Anew | ListKinds
"""What those who have a place in a session may send to it."""


@dataclass(frozen=True, slots=True)
class Charter:
    """What was settled when a session was made."""

    run: str
    """The name of the run that it plays; unlike `id`, no other run ever has it."""
    id: str
    preset: str
    pace: Pace


class Session:
    """One hosted run. Members are numbers that the edge gives to its connections."""

    def __init__(
        self,
        charter: Charter,
        run: Run,
        settings: ServerSettings,
        journal: Journal,
        fresh_token: Callable[[], bytes],
        now: float,
    ) -> None:
        self.charter = charter
        self.run = run
        self.empty_since: float | None = now
        """Since when nobody has been here; None while somebody is."""
        self.on_outgoing: Callable[[Session], None] | None = None
        """Called when more became durable outside of `advance`: parcels may leave, and where the
        run waited for its disk, it goes on."""
        self.delay = Delay(settings.watching.delay_seconds)
        """How far the run may be looked back at."""
        self._fresh_token = fresh_token
        self._tiles = tile_looks(run.game.terrain)
        self._company = company = Company(run.rules, settings.limits)
        self._ledger = ledger = Ledger(journal, charter.run, self._committed_late)
        self._clockwork = Clockwork(run, charter.pace, settings.pace)
        self._stepping = stepping = Stepping(
            run,
            company.seating,
            self._clockwork,
            ledger,
            settings.pace.linkdead_seconds,
            self._take_note,
        )
        self._outbox = Outbox()
        self._disk = Disk(run, ledger, self._outbox, company, settings.server.name)
        self._showing = Showing()
        self._audience = audience = self._showing.audience
        self._telling = telling = Telling(run, company, self._outbox)
        self._membership = Membership(charter.id, run, company, stepping.inbox, audience, telling)
        self._conduct = Conduct(run, company, self._membership, stepping, audience, telling)

    @property
    def seating(self) -> Seating:
        """Its seats, and who sits in them."""
        return self._company.seating

    @property
    def id(self) -> str:
        """The session's name on the wire."""
        return self.charter.id

    @property
    def has_room(self) -> bool:
        """Whether somebody new could take a seat."""
        return not self.run.progress.ended and self.seating.has_room

    # --- members come and go -----------------------------------------------------------------

    def join(self, member: int, name: str, token: bytes, now: float, calling: str = "") -> None:
        """Give a member a seat, or with its resume token the seat it had. Raises Refused.

        A new hero is of the calling with that key, or where it is empty of what the rules say.
        """
        self._disk.check()
        if token:
            seat = self._membership.resume(member, token)
        elif self.run.progress.ended:
            raise Refused("session_closed", "this run is over: join another")
        else:
            seat = self._membership.take(member, name, calling)
        fresh = self._fresh_token()
        seat.issue(fresh)
        self._ledger.issue(seat)
        preset, subtitle = self.charter.preset, self.run.game.variety.subtitle
        joined = Joined(self.id, preset, seat.number, seat.name, fresh, self._tiles, subtitle)
        self._welcome(member, joined, eyes_of(seat), now)

    def watch(self, member: int, name: str, seat: int | None, now: float) -> None:
        """Give a member a place among the spectators. Raises Refused."""
        self._disk.check()
        self._company.watchers.check_room()
        entity = self._company.eyes(seat)
        called = self._company.watchers.add(member, name)
        preset, subtitle = self.charter.preset, self.run.game.variety.subtitle
        watching = Watching(self.id, preset, called, self._tiles, subtitle)
        self._welcome(member, watching, entity, now)

    def _welcome(
        self, member: int, greeting: Joined | Watching, entity: int | None, now: float
    ) -> None:
        """Send what a newcomer must know. A hero's view follows once the hero is there."""
        self.empty_since = None
        # A seat is told only once it is durable: after the step that takes the seating in.
        step_due = self.run.progress.step + bool(self._stepping.inbox.seating)
        self._telling.welcome(member, greeting, step_due)
        if entity is not None:
            self._audience.add(member, entity)
        self._stepping.follow(now)

    def leave(self, member: int, now: float) -> None:
        """Let a member go who asked to."""
        self._membership.leave(member, now)
        self._note_who_is_left(now)

    def disconnect(self, member: int, now: float) -> None:
        """Forget a member whose connection is gone. Its hero becomes link-dead."""
        self._membership.disconnect(member, now)
        self._note_who_is_left(now)

    def _note_who_is_left(self, now: float) -> None:
        if not self._company.members:
            self.empty_since = now

    def take_dismissed(self) -> list[int]:
        """Return the members that were put out since the last call."""
        return self._membership.take_dismissed()

    # --- its end, and its rest ---------------------------------------------------------------

    @property
    def is_worth_coming_back_to(self) -> bool:
        """Whether somebody has a seat in a run that is not over."""
        return any(True for _ in self.seating) and not self.run.progress.ended

    @property
    def is_settled(self) -> bool:
        """Whether all that was played is durable."""
        return self._ledger.is_settled

    def close(self, reason: str, state: RunState = "abandoned") -> None:
        """Tell everyone that the session is over and put them out; say what becomes of its run."""
        self._membership.dismiss_all(reason)
        self._ledger.close(Ending(state, reason))
        self.run.world.close()

    def rest(self, reason: str) -> None:
        """Put everyone out and keep the run as it is now, to be brought back from the journal."""
        self._membership.dismiss_all(reason)
        self._ledger.keep(self.run)
        self.run.world.close()

    def suspend(self) -> None:
        """Keep the run as it is now: this server ends, and another brings it back."""
        if not self.run.progress.ended:
            self._ledger.keep(self.run)

    def revive(self, recovered: Recovered) -> None:
        """Take up the seats of a run that was brought back. Nobody is there: its heroes sleep."""
        self._ledger.resume(self.run, recovered.epoch)
        with self.run.world.active():
            self._membership.restore(recovered.seats)
        self._disk.note_durable()

    # --- messages ----------------------------------------------------------------------------

    def receive(self, member: int, message: SeatedMessage, now: float) -> None:
        """Take a member's message. Raises Refused."""
        match message:
            case Act():
                self._conduct.act(member, message, now)
            case Say(text=text):
                self._telling.say(member, text)
            case Resync():
                self._conduct.resync(member)
            case Follow(seat=seat):
                self._conduct.follow(member, seat)
            case Anew(calling=calling):
                self._disk.check()
                self._conduct.begin_anew(member, calling)
            case ListKinds():
                self._conduct.tell_kinds(member)

    # --- time --------------------------------------------------------------------------------

    def due(self, now: float) -> float | None:
        """Return when `advance` wants to be called, or None until something comes from outside."""
        return now if self._has_news else self._stepping.due(now)

    @property
    def _has_news(self) -> bool:
        """Whether members must be told something although no step was taken."""
        return self._audience.has_newcomers or self._telling.roster_changed

    def advance(self, now: float) -> None:
        """Take the steps that are due, and show viewers what came of them."""
        with self.run.world.active():
            records = self._stepping.take_steps(now)
            paces = self._clockwork.statuses()
            if records or self._has_news or paces != self._showing.paces:
                self._show(paces)
        if records:
            self._ledger.submit(self.run, records)
            self._disk.note_durable()
            self.delay.note(now, self._ledger.durable)
            if self.run.progress.ended:
                self._ledger.close(ending_of(self.run))

    def _take_note(self, events: Sequence[Event]) -> None:
        """Give members the heroes that a step has made, and write into views what happened."""
        self._membership.meet_new_heroes()
        self._showing.tell(self.run, events)

    def _show(self, paces: dict[int, PaceStatus]) -> None:
        """Send every viewer what changed, and those whose hero died to the party's view."""
        self._telling.tell_roster()
        if self._showing.somebody_fell:
            self._company.count_the_dead(self.run)
        for parcel in self._showing.show(self.run, paces):
            self._outbox.put(self.run.progress.step, parcel)
        self._telling.tell_end()

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
        self._conduct.resync(member)

    def watchable(self, now: float) -> int:
        """Return the last step that whoever looks back at the run may see: 0 for none.

        It is durable, and has been for as long as the settings say.
        """
        self.delay.note(now, self._ledger.durable)
        return self.delay.reached(now)

    def info(self) -> SessionInfo:
        """Return the session's line in the lobby: of what was played, what is durable."""
        return SessionInfo(
            session=self.id,
            preset=self.charter.preset,
            pace=self.charter.pace,
            heroes=self._disk.living,
            spectators=len(self._company.watchers),
            seats=self.seating.limit,
            deepest_floor=self._disk.depth,
            subtitle=self.run.game.variety.subtitle,
        )

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
