"""Companies of bots that play sessions without sockets, clocks or threads, into a folder."""

import contextlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from support.sessions.fake_server import FakeServer, delivered
from support.sessions.made_sessions import make_session
from support.sessions.synchronous_journal import WritingJournal
from undertide_client.bots.player import Lives
from undertide_client.model.mirror import Mirror
from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.session import Session
from undertide_shared.brains import Brain
from undertide_shared.messages import Act, Delta, Intent, Joined, Keyframe, Pace, ServerMessage

FORGOTTEN_SECONDS = 60.0
"""After which an intent without an outcome is forgotten."""
BEAT = 0.1


class Bot:
    """A member of a session: what it was shown, and what it wants."""

    def __init__(self, member: int, lives: Lives) -> None:
        self.member = member
        self.joined: Joined | None = None
        self._lives = lives
        self._mirror = Mirror()
        self._brain: Brain | None = None
        self._asked: tuple[int, Intent, float] | None = None
        self._sequences = count(1)

    @property
    def fallen(self) -> bool:
        """Whether its hero has died."""
        hero = self._mirror.hero
        return self._mirror.floor is not None and (hero is None or hero.state == "dead")

    def begin(self, now: float) -> str:
        """Begin another life; return its name."""
        self._mirror, self._asked = Mirror(), None
        self._brain = self._lives.begin(now)
        return self._lives.next_name()

    def hear(self, message: ServerMessage) -> None:
        """Take in what the session sent."""
        self._mirror.apply(message)
        if isinstance(message, Joined):
            self.joined = message
        if isinstance(message, Delta | Keyframe) and message.intent is not None:
            report, asked = message.intent, self._asked
            if asked is None or report.sequence != asked[0]:
                return
            if report.outcome in {"done", "refused"}:
                self._asked = None
                if report.outcome == "refused" and self._brain is not None:
                    self._brain.refused(asked[1], self._mirror)

    def wish(self, now: float) -> Act | None:
        """Return what its hero is to do now, if anything."""
        if self._asked is not None and now - self._asked[2] > FORGOTTEN_SECONDS:
            self._asked = None
        if self._asked is not None or self._brain is None or self.fallen:
            return None
        intent = self._brain.decide(self._mirror)
        if intent is None:
            return None
        sequence = next(self._sequences)
        self._asked = sequence, intent, now
        return Act(sequence, intent)


class Company(FakeServer):
    """A server with one session and the bots that play it, at the pace of its own clock.

    The run's name, the session's id and the seats' tokens follow from the seed.
    """

    def __init__(
        self, journal: WritingJournal, rules: Ruleset, preset: str, pace: Pace, seed: int
    ) -> None:
        super().__init__(None, {preset: rules}, journal, first_seed=seed, first_token=seed << 32)
        self.session: Session = make_session(self.registry, preset, pace, self.now)
        self.bots: dict[int, Bot] = {}

    @property
    def run(self) -> str:
        """The run's name."""
        return self.session.config.run

    def add(self, number: int, stride: int) -> None:
        """Let another bot take a seat."""
        bot = Bot(len(self.bots) + 1, Lives(number, stride))
        self.bots[bot.member] = bot
        self._seat(bot)
        self._settle()

    def revive(self, bot: Bot) -> None:
        """Let a bot whose hero has died come back with another one, if there is room."""
        self.session.leave(bot.member, self.now)
        self._settle()
        self._seat(bot)

    def play(self, steps: int, *, comes_back: bool = False) -> None:
        """Let the bots play until the run has taken so many steps more, or has ended.

        Bots come back with other heroes where `comes_back` says so; else the dead stay dead.
        """
        progress = self.session.run.progress
        last = progress.step + steps
        while progress.step < last and not progress.ended:
            for bot in self.bots.values():
                if comes_back and bot.fallen:
                    self.revive(bot)
                act = bot.wish(self.now)
                if act is not None:
                    self._receive(bot, act)
            self._pass_time()

    def _seat(self, bot: Bot) -> None:
        while True:
            try:
                self.session.join(bot.member, bot.begin(self.now), b"", self.now)
            except RequestRefusedError as refused:
                if refused.code != "name_taken":
                    raise
            else:
                return

    def _receive(self, bot: Bot, act: Act) -> None:
        """Pass an intent on. One that came too late for its hero is passed over."""
        with contextlib.suppress(RequestRefusedError):
            self.session.requests.handle_message(bot.member, act, self.now)

    def _pass_time(self) -> None:
        """Go to the next moment in which anything is due, a beat away at the most."""
        due = self.session.due(self.now)
        self.now = min(due, self.now + BEAT) if due is not None else self.now + BEAT
        self._settle()

    def _settle(self) -> None:
        """Let the session do all that is due, and deliver what came of it."""
        while self.is_due(self.session):
            self.session.advance(self.now)
        for member, message in delivered(self.session):
            if member in self.bots:
                self.bots[member].hear(message)


@contextlib.contextmanager
def company(
    folder: Path, preset: str, pace: Pace, bots: int, seed: int = 1, *, config: Path | None = None
) -> Iterator[Company]:
    """Yield a company whose bots have seats; what it plays is in the folder after that.

    `config` is a folder with content of one's own, as of `serve`.
    """
    with WritingJournal(folder) as journal:
        rules = load_ruleset(preset, config)
        made = Company(journal, rules, preset, pace, seed)
        for number in range(bots):
            made.add(number, bots)
        yield made
