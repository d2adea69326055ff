"""A session: one hosted run, its seats and its viewers. Sans-I/O."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from undertide_server.content.settings import ServerSettings
from undertide_server.sessions.audience import PARTY, Audience
from undertide_server.sessions.clockwork import Clockwork
from undertide_server.sessions.inbox import Inbox
from undertide_server.sessions.ledger import Ledger, ending_of
from undertide_server.sessions.outbox import Outbox, Parcel
from undertide_server.sessions.recovery import Recovered
from undertide_server.sessions.refused import Refused
from undertide_server.sessions.seating import Seating
from undertide_server.sessions.seats import Seat
from undertide_server.sessions.summary import ended, roster, tile_looks
from undertide_server.sessions.watchers import Watchers
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.events import Fell
from undertide_server.simulation.inputs import (
    Input,
    PlayerBack,
    PlayerLost,
    SeatTaken,
    Withdrawn,
)
from undertide_server.simulation.marks import marks_of
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.run import Run
from undertide_server.simulation.snapshot import state_hash
from undertide_server.simulation.systems.seats import hero_of_seat
from undertide_server.store.journal import Journal
from undertide_server.store.records import Ending, Record
from undertide_server.views.common import Common
from undertide_shared.codec import encode
from undertide_shared.messages import (
    MAX_SEQUENCE,
    Act,
    Chat,
    Follow,
    Joined,
    Left,
    Pace,
    PaceStatus,
    Resync,
    RunState,
    Say,
    ServerMessage,
    SessionInfo,
    Watching,
)
from undertide_shared.text import BadText, clean_chat

KEPT_CHAT = 20
"""Chat lines that somebody who joins is told: what was just being talked about."""
STEPS_AT_ONCE = 8
"""Steps that one `advance` takes at the most: late beats and queued turns, but no others wait."""
HASH_EVERY = 250
"""Steps between two state hashes in the journal: some 25 seconds of real time. A hash takes as long
as a few steps, so that is a hundredth of them."""
WATCHER_COLOUR = -1
"""Of chat by those who have no hero, the host among them."""
WAITS = "the server can't write to its disk: the run waits until it can, and nothing is lost"
GOES_ON = "the server can write to its disk again: the run goes on"


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
        self.seating = Seating(settings.limits.seats, run.rules.heroes.colours)
        self.empty_since: float | None = now
        """Since when nobody has been here; None while somebody is."""
        self.on_outgoing: Callable[[Session], None] | None = None
        """Called when more became durable outside of `advance`: parcels may leave, and where the
        run waited for its disk, it goes on."""
        self._settings = settings
        self._ledger = Ledger(journal, charter.run, self._committed_late)
        self._fresh_token = fresh_token
        self._watchers = Watchers(settings.limits.spectators)
        self._inbox = Inbox()
        self._outbox = Outbox()
        self._audience = Audience()
        self._clockwork = Clockwork(run, charter.pace, settings.pace)
        self._chat: deque[Chat] = deque(maxlen=KEPT_CHAT)
        self._tiles = tile_looks(run.game.terrain)
        self._dismissed: list[int] = []
        self._stale = False
        """Whether viewers must be shown something although no step was taken."""
        self._roster_changed = False
        self._somebody_fell = False
        self._told_end = False
        self._told_trouble = False
        self._common = Common([], {})
        """What views showed alike last."""

    @property
    def id(self) -> str:
        """The session's name on the wire."""
        return self.charter.id

    @property
    def has_room(self) -> bool:
        """Whether somebody new could take a seat."""
        return not self.run.progress.ended and self.seating.has_room

    # --- members come and go -----------------------------------------------------------------

    def join(self, member: int, name: str, token: bytes, now: float) -> None:
        """Give a member a seat, or with its resume token the seat it had. Raises Refused."""
        self._check_trouble()
        if token:
            seat = self._resume(member, token)
        elif self.run.progress.ended:
            raise Refused("session_closed", "this run is over: join another")
        else:
            seat = self.seating.take(member, name)
            self._inbox.add_seating(SeatTaken(seat.number, seat.name))
        fresh = self._fresh_token()
        seat.issue(fresh)
        self._ledger.issue(seat)
        joined = Joined(
            self.id,
            self.charter.preset,
            seat.number,
            seat.name,
            fresh,
            self._tiles,
            self.run.game.variety.subtitle,
        )
        self._welcome(member, joined, _entity_of(seat), now)

    def _resume(self, member: int, token: bytes) -> Seat:
        seat, before = self.seating.resume(member, token)
        if before is not None:
            self._dismiss(before, "your seat was taken up from elsewhere")
        seat.lost_at = None
        self._inbox.drop_asked(seat.number)
        self._inbox.add_seating(PlayerBack(seat.number))
        return seat

    def watch(self, member: int, name: str, seat: int | None, now: float) -> None:
        """Give a member a place among the spectators. Raises Refused."""
        self._check_trouble()
        self._watchers.check_room()
        entity = self._eyes(seat)
        called = self._watchers.add(member, name)
        subtitle = self.run.game.variety.subtitle
        watching = Watching(self.id, self.charter.preset, called, self._tiles, subtitle)
        self._welcome(member, watching, entity, now)

    def _welcome(
        self, member: int, greeting: Joined | Watching, entity: int | None, now: float
    ) -> None:
        """Send what a newcomer must know. A hero's view follows once the hero is there."""
        self.empty_since = None
        # A seat is told only once it is durable: after the step that takes the seating in.
        step_due = self.run.progress.step + bool(self._inbox.seating)
        self._outbox.put(step_due, Parcel((member,), encode(greeting)))
        for chat in self._chat:
            self._send((member,), chat)
        if entity is not None:
            self._audience.add(member, entity)
        if self._told_end:
            self._tell_end((member,))
        self._roster_changed = self._stale = True
        self._clockwork.follow(now, self._inbox.asking)

    def leave(self, member: int, now: float) -> None:
        """Let a member go who asked to."""
        self.disconnect(member, now)
        self._outbox.put_first(Parcel((member,), encode(Left(self.id, "you left"))))

    def disconnect(self, member: int, now: float) -> None:
        """Forget a member whose connection is gone. Its hero becomes link-dead."""
        self._forget(member)
        seat = self.seating.leave(member)
        if seat is not None:
            self._inbox.drop_asked(seat.number)
            self._inbox.add_seating(PlayerLost(seat.number))
            seat.lost_at = now
        self._roster_changed = self._stale = True
        if not self._members():
            self.empty_since = now

    def close(self, reason: str, state: RunState = "abandoned") -> None:
        """Tell everyone that the session is over and put them out; say what becomes of its run."""
        for member in self._members():
            self._dismiss(member, reason)
        self._ledger.close(Ending(state, reason))
        self.run.world.close()

    def suspend(self) -> None:
        """Keep the run as it is now: this server ends, and another brings it back."""
        if not self.run.progress.ended:
            self._ledger.keep(self.run)

    def revive(self, recovered: Recovered) -> None:
        """Take up the seats of a run that was brought back. Nobody is there: its heroes sleep.

        Whoever comes back with a token wakes its hero with the first intent.
        """
        self._ledger.resume(self.run, recovered.epoch)
        self._outbox.committed(self._ledger.committed)
        with self.run.world.active():
            for record in recovered.seats:
                seat = self.seating.restore(record.number, record.name, record.tokens)
                seat.hero = hero_of_seat(self.run, seat.number)
                self._put_to_sleep(seat)

    def _put_to_sleep(self, seat: Seat) -> None:
        """Let a hero whose player is gone with the server sleep, out of all harm."""
        if seat.hero is None:
            return
        hero = self.run.world.get(seat.hero, Hero)
        seat.over = bool(hero.fate)
        self._audience.open_view(seat.hero)
        if hero.presence != "asleep" and not seat.over:
            self._inbox.add_seating(PlayerLost(seat.number))
            self._inbox.add_seating(Withdrawn(seat.number))

    def _dismiss(self, member: int, reason: str) -> None:
        self._forget(member)
        self.seating.leave(member)
        self._outbox.put_first(Parcel((member,), encode(Left(self.id, reason))))
        self._dismissed.append(member)

    def _forget(self, member: int) -> None:
        """Let nothing more reach a member, not even what waits to be durable."""
        self._audience.remove(member)
        self._watchers.remove(member)
        self._outbox.forget(member)

    def take_dismissed(self) -> list[int]:
        """Return the members that were put out since the last call."""
        dismissed, self._dismissed = self._dismissed, []
        return dismissed

    # --- messages ----------------------------------------------------------------------------

    def receive(self, member: int, message: Act | Say | Resync | Follow, now: float) -> None:
        """Take a member's message. Raises Refused."""
        match message:
            case Act():
                self._act(member, message, now)
            case Say(text=text):
                self._say(member, text)
            case Resync():
                self.resync(member)
            case Follow(seat=seat):
                self._follow(member, seat)

    def _act(self, member: int, act: Act, now: float) -> None:
        seat = self.seating.of_member(member)
        if seat is None or seat.over:
            raise Refused("wrong_state", "you have no living hero", act.sequence)
        if self.run.progress.ended:
            raise Refused("wrong_state", "the run is over", act.sequence)
        if act.sequence < 1 or act.sequence > MAX_SEQUENCE:
            raise Refused("bad_intent", f"sequence {act.sequence} is out of range", act.sequence)
        self._inbox.ask(seat.number, act.sequence, act.intent)
        self._clockwork.follow(now, self._inbox.asking)

    def _say(self, member: int, text: str) -> None:
        try:
            cleaned = clean_chat(text)
        except BadText as fault:
            raise Refused("bad_text", fault.reason) from fault
        seat = self._seat_or_watcher(member)
        if seat is not None:
            chat = Chat(seat.name, seat.colour, cleaned)
        else:
            chat = Chat(self._watchers.name(member), WATCHER_COLOUR, cleaned)
        self._chat.append(chat)
        self._send(tuple(self._members()), chat)

    def _follow(self, member: int, number: int | None) -> None:
        seat = self._seat_or_watcher(member)
        if seat is not None and not seat.over:
            raise Refused("wrong_state", "your own hero is alive: its eyes are yours")
        self._audience.add(member, self._eyes(number))
        self._stale = True

    def _seat_or_watcher(self, member: int) -> Seat | None:
        """Return a member's seat, or None for a watcher. Raises Refused for anybody else."""
        seat = self.seating.of_member(member)
        if seat is None and member not in self._watchers:
            raise Refused("wrong_state", "you have no place in this session")
        return seat

    def _eyes(self, number: int | None) -> int:
        """Return the entity whose view a seat means. Raises Refused when there is no such hero."""
        if number is None:
            return PARTY
        seat = self.seating.get(number)
        if seat is None or seat.hero is None:
            raise Refused("unknown_seat", f"there is no hero in seat {number}")
        if seat.over:
            raise Refused("unknown_seat", f"{seat.name} has died")
        return seat.hero

    def fell_behind(self, member: int) -> None:
        """Send a member no more frames: one was not delivered."""
        self._outbox.forget_frames(member)
        self._audience.fell_behind(member)

    def resync(self, member: int) -> None:
        """Give a member a keyframe."""
        self._audience.want_keyframe(member)
        self._stale = True

    # --- time --------------------------------------------------------------------------------

    def due(self, now: float) -> float | None:
        """Return when `advance` wants to be called, or None until something comes from outside."""
        if self._stale:
            return now
        if self._ledger.is_full:
            return None  # Until more is durable: then `on_outgoing` is called.
        if self._inbox.seating or self._inbox_is_urgent():
            return now
        if self.run.progress.ended:
            return None
        withdrawal = self.seating.next_withdrawal(self._settings.pace.linkdead_seconds)
        move = self._clockwork.due(now, self._inbox.asking)
        if move is None or withdrawal is None:
            return withdrawal if move is None else move
        return min(move, withdrawal)

    def advance(self, now: float) -> None:
        """Take the steps that are due, and show viewers what came of them."""
        with self.run.world.active():
            records = self._take_steps(now)
            paces = self._clockwork.statuses()
            if records or self._stale or paces != self._common.paces:
                self._show(paces)
        if records:
            self._ledger.submit(self.run, records)
            self._outbox.committed(self._ledger.committed)
            if self.run.progress.ended:
                self._ledger.close(ending_of(self.run))
            self._tell_trouble()

    def _take_steps(self, now: float) -> list[Record]:
        """Take the steps that are due, and no more than others can wait for."""
        records: list[Record] = []
        self._clockwork.follow(now, self._inbox.asking)
        while len(records) < STEPS_AT_ONCE and (inputs := self._due_inputs(now)):
            records.append(self._step(inputs))
            self._clockwork.follow(now, self._inbox.asking)
        return records

    def take_outgoing(self) -> list[Parcel]:
        """Return the parcels that may leave now, in order."""
        return self._outbox.take()

    def _due_inputs(self, now: float) -> list[Input]:
        """Return the inputs of a step that is due now; none when nothing is, or may be taken."""
        if self._ledger.is_full:
            return []
        over = self.run.progress.ended
        moves = [] if over else self._clockwork.take_due(now, self._inbox.asking)
        patience = self._settings.pace.linkdead_seconds
        withdrawn = self.seating.take_withdrawals(now, patience)
        withdrawals = [Withdrawn(seat.number) for seat in withdrawn]
        if not (moves or withdrawals or self._inbox.seating or self._inbox_is_urgent()):
            return []
        return [*self._inbox.take(), *withdrawals, *moves]

    def _inbox_is_urgent(self) -> bool:
        """Whether an intent waits that no beat of real time will take in."""
        asking = self._inbox.asking
        return bool(asking) and any(
            self._clockwork.is_in_turns(self._branch_of(number)) for number in asking
        )

    def _branch_of(self, number: int) -> int | None:
        """Return the branch where a seat's hero is, or None when it is nowhere."""
        found = self.run.places.of_seat(number)
        return found[0].floor.branch if found else None

    def _step(self, inputs: list[Input]) -> Record:
        events = step(self.run, inputs)
        number = self.run.progress.step
        if events:  # A new hero is one: most steps are silent.
            with self.run.world.active():
                self._meet_new_heroes()
                self._audience.tell(self.run, events)
            self._somebody_fell |= any(isinstance(event, Fell) for event in events)
        just_ended = self.run.progress.ended and not self._told_end
        if number % HASH_EVERY and not just_ended:
            return Record(number, tuple(inputs))
        return Record(number, tuple(inputs), state_hash(self.run), marks_of(self.run))

    def _meet_new_heroes(self) -> None:
        """Give heroes that were just made to the members who wait for them."""
        for seat in self.seating:
            if seat.hero is None:
                seat.hero = hero_of_seat(self.run, seat.number)
                if seat.hero is not None:
                    self._audience.open_view(seat.hero)
                    if seat.member is not None:
                        self._audience.add(seat.member, seat.hero)

    def _show(self, paces: dict[int, PaceStatus]) -> None:
        """Send every viewer what changed, and those whose hero died to the party's view."""
        self._stale = False
        if self._roster_changed:
            self._roster_changed = False
            self._send(tuple(self._members()), roster(self.seating, self._watchers))
        with self.run.world.active():
            self._common = self._common.next(self.run, paces)
            self._put_frames()
            if self._somebody_fell:
                self._retire_the_dead()
                self._put_frames()
        if self.run.progress.ended and not self._told_end:
            self._told_end = True
            self._tell_end(tuple(self._members()))

    def _tell_end(self, members: tuple[int, ...]) -> None:
        """Tell members that the run is over."""
        with self.run.world.active():
            summary = ended(self.run)
        self._send(members, summary)

    def _put_frames(self) -> None:
        for parcel in self._audience.show(self.run, self._common):
            self._outbox.put(self.run.progress.step, parcel)

    def _retire_the_dead(self) -> None:
        """Turn those whose hero has died to the party's view."""
        self._somebody_fell = False
        for seat in self.seating:
            if seat.hero is not None and not seat.over:
                seat.over = bool(self.run.world.get(seat.hero, Hero).fate)
                if seat.over:
                    self._audience.retire(seat.hero)

    def trouble_changed(self) -> None:
        """Look again whether the run has to wait for its disk."""
        self._tell_trouble()
        if self.on_outgoing is not None:
            self.on_outgoing(self)

    def _tell_trouble(self) -> None:
        """Tell everyone when the run begins to wait for its disk, and when it goes on."""
        waits = bool(self._ledger.trouble)
        if waits != self._told_trouble:
            self._told_trouble = waits
            told = Chat(self._settings.server.name, WATCHER_COLOUR, WAITS if waits else GOES_ON)
            self._outbox.put_first(Parcel(tuple(self._members()), encode(told)))

    def _check_trouble(self) -> None:
        """Let nobody wait for a place that can't be given: raises Refused."""
        if self._ledger.trouble:
            raise Refused("server_full", WAITS)

    def _committed_late(self) -> None:
        self._outbox.committed(self._ledger.committed)
        self._tell_trouble()
        if self.on_outgoing is not None:
            self.on_outgoing(self)

    # --- what members are told ---------------------------------------------------------------

    def info(self) -> SessionInfo:
        """Return the session's line in the lobby."""
        return SessionInfo(
            session=self.id,
            preset=self.charter.preset,
            pace=self.charter.pace,
            heroes=self.seating.living,
            spectators=len(self._watchers),
            seats=self.seating.limit,
            deepest_floor=self.run.progress.deepest,
            subtitle=self.run.game.variety.subtitle,
        )

    def _members(self) -> list[int]:
        seated = [seat.member for seat in self.seating if seat.member is not None]
        return [*seated, *self._watchers]

    def _send(self, members: tuple[int, ...], message: ServerMessage) -> None:
        """Send a message after everything that was sent before it."""
        self._outbox.put(self.run.progress.step, Parcel(members, encode(message)))


def _entity_of(seat: Seat) -> int | None:
    """Return whose view a seat's player has: its hero's, or the party's once it has died."""
    return PARTY if seat.over else seat.hero
