"""Messages to members besides frames, in one order with the frames."""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from undertide_server.sessions.broadcast.gallery import KEPT_CHAT, Gallery
from undertide_server.sessions.broadcast.late_facts import LateFacts, PlayerFacts
from undertide_server.sessions.broadcast.outbox import Outbox, Parcel
from undertide_server.sessions.clock.run_clock import RunClock
from undertide_server.sessions.members.members import WATCHER_COLOUR, Members
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.seats import Seat
from undertide_server.sessions.moderation.listing import players
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.state.run import Run
from undertide_server.store.records import ChatLine
from undertide_server.util.names import SERVER
from undertide_server.util.rng import text_of_seed
from undertide_server.views.journey import journey_of
from undertide_shared.codec import encode
from undertide_shared.errors import BadTextError
from undertide_shared.messages import (
    Chat,
    Chronicle,
    Ended,
    HeroEnd,
    Joined,
    NewRun,
    Roster,
    SeatInfo,
    ServerMessage,
    Watching,
)
from undertide_shared.ranks import Rank
from undertide_shared.text import clean_chat

BUSY = "the server is slow to write to its disk: wait a moment"
_chat_decoder = msgspec.msgpack.Decoder(Chat)


def _discard(_line: bytes) -> None:
    """Store nothing, in place of a callback that is not set yet."""


class Announcer:
    """The sender of a session's roster, chat and end of run.

    A message leaves after all earlier messages, and once every step played by then is durable.
    """

    def __init__(
        self,
        run: Run,
        members: Members,
        policy: SessionPolicy,
        outbox: Outbox,
        gallery: Gallery,
        late_facts: LateFacts,
        run_clock: RunClock,
    ) -> None:
        self.roster_changed = False
        """Whether the roster has changed since members last received it."""
        self._run = run
        self._members = members
        self._policy = policy
        self._outbox = outbox
        self._gallery = gallery
        self._late_facts = late_facts
        self._run_clock = run_clock
        self.replayed_as = ""
        """The name under which people can watch the run again; empty if they can't."""
        self._late_roster: Roster | None = None
        """The roster that delayed spectators were sent last."""
        self._told_late: set[int] = set()
        """The delayed spectators who were sent it."""
        self.save_chat: Callable[[bytes], None] = _discard
        """Called with each line of chat, to be stored."""
        self._chat: deque[Chat] = deque(maxlen=KEPT_CHAT)
        self._told_end = False

    @property
    def recent_chat(self) -> tuple[Chat, ...]:
        """The last lines of chat, the latest last."""
        return tuple(self._chat)

    def send(self, members: tuple[int, ...], message: ServerMessage) -> None:
        """Send a message to members."""
        self._outbox.hold(self._run.progress.step, Parcel(members, encode(message)))

    def answer(self, member: int, message: ServerMessage) -> None:
        """Send a member the answer to its request.

        Raises RequestRefusedError when too many messages wait to become durable.
        """
        self._check_room()
        self.send((member,), message)

    def welcome(self, member: int, greeting: Joined | Watching, step: int) -> None:
        """Send a newcomer its greeting and the recent chat, once `step` is durable."""
        has_token = isinstance(greeting, Joined)
        self._outbox.hold(
            step, Parcel((member,), encode(greeting), is_pinged=has_token, greets=True)
        )
        self.roster_changed = True
        if self._gallery.delay and member in self._members.watchers:
            return  # The gallery sends it the recent chat.
        for chat in self._chat:
            self.send((member,), chat)
        if self._told_end:
            self.send((member,), self._ended())

    def say(self, member: int, text: str, now: float) -> None:
        """Send a member's chat line to everyone who wants it. Raises RequestRefusedError."""
        self._policy.chat_policy.check(member)
        if self._policy.chat_policy.lapsed():
            self.roster_changed = True
        try:
            cleaned = clean_chat(text)
        except BadTextError as fault:
            raise RequestRefusedError("bad_text", fault.reason) from fault
        chat = Chat(*self._members.speaker(member), cleaned)
        self._check_room()
        self._chat.append(chat)
        self.save_chat(encode(chat))
        self._gallery.set_time(now, self._run.progress.step)
        hearers = self._members.hearers(member)
        if member in self._members.watchers:
            self.send(hearers, chat)
        else:
            self._tell_of_play(hearers, chat)

    def announce(self, host: str, text: str) -> None:
        """Send everyone a line of the server's own, unless too much waits to become durable.

        `host` is the name of the server. Newcomers don't get the line.
        """
        if not self._outbox.is_full:
            told = Chat(host, WATCHER_COLOUR, text, server=True)
            self.send(self._members.members, told)

    def tell_member(self, member: int, text: str) -> None:
        """Send a member alone a line of the server's own, unless too much waits."""
        if not self._outbox.is_full:
            self.send((member,), Chat(SERVER, WATCHER_COLOUR, text, server=True))

    def resume_chat(self, lines: Sequence[ChatLine]) -> None:
        """Go on with the chat of a session that another node handed over."""
        for line in lines:
            with suppress(msgspec.MsgspecError, TypeError):
                self._chat.append(_chat_decoder.decode(line.data))

    def restore_chat(self, lines: Sequence[ChatLine], now: float) -> None:
        """Go on with the chat of a recovered session.

        Delayed spectators hear players' lines after the delay, as if they had just been said:
        nobody knows how long ago that was.
        """
        self._gallery.set_time(now, self._run.progress.step)
        for line in lines:
            with suppress(msgspec.MsgspecError, TypeError):
                chat = _chat_decoder.decode(line.data)
                self._chat.append(chat)
                if self._gallery.delay and chat.colour != WATCHER_COLOUR:
                    self._gallery.record_message(line.data, lasting=False)

    def _tell_of_play(self, members: tuple[int, ...], message: Chat | Ended) -> None:
        """Send a message that may reveal the run; delayed spectators get it after the delay."""
        if self._gallery.delay:
            seated = self._members.seated
            self.send(tuple(member for member in members if member in seated), message)
            self._gallery.record_message(encode(message), lasting=isinstance(message, Ended))
        else:
            self.send(members, message)

    def tell_roster(self, now: float) -> None:
        """Send everyone the roster, if it has changed.

        Delayed spectators get the seats as they were before the delay.
        """
        changed, self.roster_changed = self.roster_changed, False
        facts = self._late_facts
        if changed:
            told = self._members.seated if facts.delay else self._members.members
            self.send(told, roster(self._members, self._policy))
        if facts.delay and (changed or facts.is_due(now)):
            facts.record_facts(now, facts_of(self._members, self._policy, facts.latest))
            facts.release(now)
            self._tell_late_roster()

    def _tell_late_roster(self) -> None:
        """Send delayed spectators their roster, where it differs from the last that they got."""
        facts, watchers = self._late_facts.shown, self._members.watchers
        late = roster(self._members, self._policy, facts)
        if late != self._late_roster:
            self._late_roster, self._told_late = late, set()
        fresh = tuple(member for member in watchers if member not in self._told_late)
        self._told_late = set(watchers)
        self.send(fresh, late)

    def tell_end(self) -> None:
        """Send everyone the end of the run, once."""
        if self._run.progress.ended and not self._told_end:
            self._told_end = True
            self._tell_of_play(self._members.members, self._ended())

    def tell_chronicle(self, seat: Seat | None, chronicle: Chronicle | None) -> None:
        """Send the player of a seat the chronicle of its hero, if there is one."""
        if chronicle is not None and seat is not None and seat.member is not None:
            self.send((seat.member,), chronicle)

    def tell_new_run(self, new: NewRun, asker: int) -> None:
        """Tell all players but the one who asked of the session in which the party plays again."""
        self.send(tuple(each for each in self._members.seated if each != asker), new)

    def _ended(self) -> Ended:
        return ended(self._run, self._run_clock.elapsed, self.replayed_as)

    def _check_room(self) -> None:
        if self._outbox.is_full:
            raise RequestRefusedError("too_fast", BUSY)


def facts_of(members: Members, policy: SessionPolicy, before: PlayerFacts) -> PlayerFacts:
    """Return the present facts about the players of a session; how far they are stays as before."""
    people = tuple(players(members, policy, Rank.SPECTATOR))
    seats = tuple(_seats(members, policy))
    return before._replace(seats=seats, people=people, host=policy.roles.host_name)


def roster(members: Members, policy: SessionPolicy, facts: PlayerFacts | None = None) -> Roster:
    """Return the roster of a session: seats, spectators and terms.

    With `facts`, those of another moment tell about the seats.
    """
    seats = _seats(members, policy) if facts is None else list(facts.seats)
    watchers = members.watchers
    return Roster(seats, watchers.listed(), len(watchers), policy.terms)


def _seats(members: Members, policy: SessionPolicy) -> list[SeatInfo]:
    return [
        SeatInfo(
            seat=seat.number,
            name=seat.name,
            colour=seat.colour,
            connected=seat.member is not None,
            role=policy.roles.role_of_seat(seat.number),
            muted=policy.chat_policy.is_seat_muted(seat.number),
        )
        for seat in members.seating
        if not seat.vacated
    ]


def ended(run: Run, elapsed: int = 0, name: str = "") -> Ended:
    """Return the summary of a run that is over, after `elapsed` milliseconds of real time.

    `name` is the run's own, empty if nobody can watch it again.
    """
    heroes = [_hero_end(run, entity, hero) for entity, hero in run.world.each(Hero)]
    journey = journey_of(run)
    return Ended(
        won=run.progress.won,
        title=_headline(run, heroes),
        heroes=heroes,
        ticks=run.progress.ticks,
        subtitle=run.game.variety.subtitle,
        floors=journey.entered,
        amulets=journey.amulets,
        elapsed=elapsed,
        run=name,
        seed=text_of_seed(run.game.seed),
    )


def _headline(run: Run, heroes: Sequence[HeroEnd]) -> str:
    """Return the headline of a run that is over, which says how a lost one was lost."""
    if run.progress.won:
        return "The deep falls silent"
    if len(heroes) == 1:
        return f"{heroes[0].name} was {heroes[0].fate}"
    return f"All {len(heroes)} heroes have fallen"


def _hero_end(run: Run, entity: int, hero: Hero) -> HeroEnd:
    return HeroEnd(
        name=run.world.get(entity, Actor).name,
        colour=hero.colour,
        level=hero.level,
        deepest_floor=hero.deepest,
        kills=hero.kills,
        fate=f"killed by {hero.cause or hero.fate}" if hero.fate else "alive",
    )
