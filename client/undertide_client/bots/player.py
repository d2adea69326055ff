"""One bot: it keeps a mirror, asks its brains, one hero after another, and sends their intents."""

import asyncio
import contextlib
import time
from dataclasses import dataclass
from typing import Final

from undertide_client.bots.personality import name_of
from undertide_client.bots.report import Tally
from undertide_client.bots.skills import Skill, brain_of, personality_of
from undertide_client.model.mirror import Mirror, OutOfStepError
from undertide_client.net.destination import NEW_SESSION
from undertide_client.net.link import Event, Link
from undertide_client.net.status import LinkStatus
from undertide_shared.brains import Brain
from undertide_shared.messages import Error, Intent, Joined, Keyframe, Left, ServerMessage

PAUSE_SECONDS: Final = 1.0
"""Seconds between a dead hero and the next one."""
SHORT_SECONDS: Final = 30.0
"""A shorter life, in seconds, doubles the pause. So a deadly entrance makes no storm of heroes."""
MAX_DOUBLINGS: Final = 5
"""Most doublings: a pause of half a minute is long enough."""


class Lives:
    """Names and brains for one of `stride` bots. No two bots ever use the same name."""

    def __init__(self, number: int, stride: int, skill: Skill = "average") -> None:
        self.count = 0
        self.personality = personality_of(skill, number)
        self._skill: Skill = skill
        self._number = number
        self._stride = stride
        self._names = 0
        self._began = 0.0
        self._short = 0

    def next_name(self) -> str:
        """Return a name that this bot has not used yet."""
        name = name_of(self._number + self._names * self._stride)
        self._names += 1
        return name

    def begin(self, now: float) -> Brain:
        """Return the brain of a hero that begins to live."""
        brain = brain_of(self._skill, self._number, self.count)
        self.count += 1
        self._began = now
        return brain

    def end(self, now: float) -> None:
        """Note that the hero's life is over."""
        short = now - self._began < SHORT_SECONDS
        self._short = min(self._short + 1, MAX_DOUBLINGS) if short else 0

    @property
    def pause(self) -> float:
        """Return the seconds before the next hero comes."""
        return PAUSE_SECONDS * 2.0**self._short


UNANSWERED_SECONDS: Final = 60.0
"""Seconds after which an intent counts as forgotten: three times the limit of party turns."""
IDLE_SECONDS: Final = 1.0
"""Seconds after which it looks around even without news: a stuck auto action is silent."""
ENTRANCE_SECONDS: Final = 5.0
"""Seconds for which the next bot waits at most until this one has a seat."""
CLOSED: Final = frozenset({"session_full", "session_closed", "unknown_session"})
"""The refusals of a session that nobody can enter any more."""
ANSWERS: Final = frozenset({"done", "refused"})


@dataclass(frozen=True, slots=True)
class _Asked:
    """An intent that waits for its result."""

    sequence: int
    intent: Intent
    at: float


class Entrance:
    """The way into a session for bots, one after another.

    Without a `session` they make one of their own, and another once nobody can enter that any more.
    """

    def __init__(self, session: str = "") -> None:
        self.turn = asyncio.Lock()
        """Held by the bot whose turn it is to come in for the first time."""
        self._makes = not session
        self._session = session or NEW_SESSION
        self._maker: object | None = None
        """The bot that makes the next session."""

    def session_for(self, bot: object) -> str | None:
        """Return the session to join; None while another bot makes it."""
        if self._session == NEW_SESSION:
            if self._maker not in {None, bot}:
                return None
            self._maker = bot
        return self._session

    def note_seat(self, bot: object, session: str) -> None:
        """Note that a bot has a seat: the others follow it if it made the session."""
        if self._maker is bot:
            self._session, self._maker = session, None

    def give_up(self, bot: object, session: str = "") -> bool:
        """Note that a bot gets no seat in a session; return whether it may make another."""
        if self._maker is bot:
            self._maker = None
            return False
        if self._makes and session == self._session:
            self._session = NEW_SESSION
        return self._makes


class BotPlayer:
    """A player of one link, until the link ends or no seat is left.

    After a hero's death or the run's end, it comes back with a new one of its `lives`.

    Bots that share an `entrance` are in one session.
    """

    def __init__(
        self,
        lives: Lives,
        entrance: Entrance,
        tally: Tally,
        link: Link,
    ) -> None:
        self._lives = lives
        self._entrance = entrance
        self._session = ""
        """The session that it asked for last."""
        self._tally = tally
        self._link = link
        self._came_in = asyncio.Event()
        self._mirror = Mirror()
        self._brain: Brain | None = None
        self._asked: _Asked | None = None
        self._seated_at: float | None = None
        self._outside = False
        self._leaving = False
        self._turned_away = False
        self._wake = asyncio.Event()

    async def play(self) -> None:
        """Play.

        Ends by itself only if the server refuses a seat or the link ends; cancel it otherwise.
        """
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._come_in()), group.create_task(self._think())]
                await self._listen()
                for task in tasks:
                    task.cancel()
        finally:
            self._settle_accounts()

    async def _come_in(self) -> None:
        """Ask for the first seat, and let the next bot ask once this one has it."""
        async with self._entrance.turn:
            self._enter()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ENTRANCE_SECONDS):
                    await self._came_in.wait()

    async def _listen(self) -> None:
        async for event in self._link:
            self._hear(event)
            if self._turned_away:
                return
            self._wake.set()

    async def _think(self) -> None:
        """Take a turn shortly after each event."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(IDLE_SECONDS):
                    await self._wake.wait()
            await asyncio.sleep(self._pause())
            self._wake.clear()
            self._take_turn()

    def _pause(self) -> float:
        """Return the seconds until the next turn."""
        return self._lives.pause if self._outside else self._lives.personality.thinking

    # --- what happens ------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        if isinstance(event, LinkStatus):
            self._heed(event)
        else:
            self._reflect(event)
            self._note(event)
        self._settle()

    def _heed(self, status: LinkStatus) -> None:
        """Count faults of the connection, and take another name if this one is taken.

        A session that closes after its run ended is no fault.
        """
        match status.phase:
            case "refused" if status.code == "name_taken":
                self._enter()
            case "refused" if status.code in CLOSED and self._entrance.give_up(self, self._session):
                self._outside = True
            case "refused" if status.code == "session_closed" and self._lives.count:
                self._turned_away = True
            case "refused" | "gave up" | "over":
                self._tally.fault(status.text)
                self._turned_away = True
                self._entrance.give_up(self)
            case "waiting":
                self._tally.fault(f"connection lost: {status.reason}")
                # The answer to a `Leave` went with the connection, and so did the place.
                self._outside, self._leaving = self._outside or self._leaving, False
            case _:
                pass

    def _reflect(self, message: ServerMessage) -> None:
        try:
            self._mirror.apply(message)
        except OutOfStepError as fault:
            self._tally.fault(type(fault).__name__)
            self._link.resync()

    def _note(self, message: ServerMessage) -> None:
        match message:
            case Joined(session=session):
                self._entrance.note_seat(self, session)
                self._sit_down()
            case Left():
                self._leaving, self._outside = False, True
            case Keyframe(floor=floor):
                self._tally.deepest_floor = max(self._tally.deepest_floor, floor.number)
            case Error():
                self._note_error(message)
            case _:
                pass

    def _sit_down(self) -> None:
        now = time.monotonic()
        self._outside = False
        self._came_in.set()
        self._brain = self._lives.begin(now)
        if self._seated_at is None:
            self._tally.players += 1
            self._seated_at = now

    def _note_error(self, error: Error) -> None:
        """Count an error, unless it refused the bot a seat, or answers an intent of a dead hero."""
        about_intent = error.sequence is not None
        if about_intent and self._asked and error.sequence == self._asked.sequence:
            self._asked = None
        in_session = self._link.playing or self._link.watching
        if in_session and not (about_intent and error.code == "wrong_state"):
            self._tally.fault(f"{error.code}: {error.reason}")

    def _settle(self) -> None:
        """Take in the result of the pending intent."""
        asked, fate = self._asked, self._link.fate
        if asked is None or fate.sequence != asked.sequence:
            return
        if fate.stage == "lost":
            self._asked = None
        elif fate.stage in ANSWERS:
            self._asked = None
            self._tally.answered(fate.stage, time.monotonic() - asked.at)
            if fate.stage == "refused" and self._brain is not None:
                self._brain.refused(asked.intent, self._mirror)

    # --- what it does ------------------------------------------------------------------------

    def _take_turn(self) -> None:
        if self._outside:
            self._enter()
        elif self._is_over():
            self._leave()
        elif self._asked is None:
            self._act()
        elif time.monotonic() - self._asked.at > UNANSWERED_SECONDS:
            self._tally.fault("the server never answered an action")
            self._asked = None

    def _is_over(self) -> bool:
        """Return whether this hero died or the run ended."""
        mirror = self._mirror
        fallen = mirror.hero is None or mirror.hero.state == "dead"
        return mirror.ended is not None or (mirror.floor is not None and fallen)

    def _enter(self) -> None:
        session = self._entrance.session_for(self)
        self._outside = session is None
        if session is not None:
            self._session = session
            self._link.join(session, self._lives.next_name())

    def _leave(self) -> None:
        """Go back to the lobby, once. The server's answer brings the next hero."""
        if self._leaving or not (self._link.playing or self._link.watching):
            return
        self._leaving = True
        self._asked = None
        self._lives.end(time.monotonic())
        if self._mirror.ended is None or not self._mirror.ended.won:
            self._tally.deaths += 1
        self._link.leave()

    def _act(self) -> None:
        if self._brain is None or not self._link.playing:
            return
        intent = self._brain.decide(self._mirror)
        if intent is not None:
            self._asked = _Asked(self._link.act(intent), intent, time.monotonic())
            self._tally.intents += 1

    def _settle_accounts(self) -> None:
        self._tally.received_bytes += self._link.received_bytes
        if self._seated_at is not None:
            self._tally.seated_seconds += time.monotonic() - self._seated_at
