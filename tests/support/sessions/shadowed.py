"""A session that bots play, and the same run headless beside it, step for step."""

from collections.abc import Iterator, Sequence
from itertools import count

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_client.bots.skills import Skill, brain_of
from undertide_client.model.mirror import Mirror
from undertide_server.content.load import load_settings
from undertide_server.headless import HeadlessRun
from undertide_server.sessions.builder import build_session
from undertide_server.sessions.model.info import SessionConfig
from undertide_server.sessions.model.seats import TOKEN_BYTES
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.run import new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.journal import Committed, MemoryJournal
from undertide_server.store.records import Header, SeatRecord, StepRecord
from undertide_server.worldgen.game.game import make_game
from undertide_shared.codec import decode_server
from undertide_shared.messages import Act, Delta, Intent, Keyframe, Pace, ServerMessage

RUN = "shadowed"


class RememberingJournal(MemoryJournal):
    """A journal that hands on the steps it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.fresh: list[tuple[Input, ...]] = []
        """The inputs of the steps that nobody has taken over yet."""

    def submit(
        self,
        run: str,
        records: Sequence[StepRecord],
        seats: Sequence[SeatRecord],
        ticks: int,
        committed: Committed,
    ) -> None:
        self.fresh += [record.inputs for record in records]
        super().submit(run, records, seats, ticks, committed)


class ShadowedBot:
    """A player of the session: its mirror, its brain, and the intent that it waits for."""

    def __init__(self, number: int, skill: Skill) -> None:
        self.mirror = Mirror()
        self._brain = brain_of(skill, number)
        self._asked: tuple[int, Intent] | None = None
        self._sequences = count(1)

    def hear(self, message: ServerMessage) -> None:
        """Take in a message of the session."""
        self.mirror.apply(message)
        if isinstance(message, Delta | Keyframe) and message.intent and self._asked:
            sequence, intent = self._asked
            if message.intent.sequence >= sequence and message.intent.outcome != "waiting":
                self._asked = None
                if message.intent.outcome == "refused":
                    self._brain.refused(intent, self.mirror)

    def wish(self) -> Act | None:
        """Return what its hero is to do now, if anything."""
        wanted = None if self._asked else self._brain.decide(self.mirror)
        if wanted is None:
            return None
        self._asked = next(self._sequences), wanted
        return Act(*self._asked)


class ShadowedSession:
    """A session of bots, in seats from 0, and a headless run that takes the steps of its journal.

    Heroes have the callings of the content in turn.
    """

    def __init__(
        self, preset: str, seed: bytes, bots: int, skill: Skill = "average", pace: Pace = "auto"
    ) -> None:
        rules = shipped(preset)
        self._journal = RememberingJournal()
        self._journal.begin(Header(RUN, RUN, preset, pace, seed, RULES, "", b""))
        tokens = count(1)
        self.session = build_session(
            SessionConfig(RUN, RUN, preset, pace),
            new_run(make_game(rules, seed, REPERTOIRE)),
            load_settings(None),
            self._journal,
            lambda: next(tokens).to_bytes(TOKEN_BYTES, "big"),
            0.0,
        )
        self.headless = HeadlessRun(new_run(make_game(rules, seed, REPERTOIRE)), preset, "")
        self.bots = [ShadowedBot(number, skill) for number in range(bots)]
        callings = [*rules.callings]
        for number in range(bots):
            calling = callings[number % len(callings)]
            self.session.join(number, f"Bot {number}", b"", 0.0, calling)

    def moments(self, most: int) -> Iterator[None]:
        """Play on, and yield after each moment in which the session took steps."""
        now = 0.0
        for _ in range(most):
            for number, bot in enumerate(self.bots):
                act = bot.wish()
                if act is not None:
                    self.session.requests.handle_message(number, act, now)
            due = self.session.due(now)
            if due is None:
                return
            now = max(now, due)
            self.session.advance(now)
            for parcel in self.session.outbox.take_committed():
                message = decode_server(parcel.data)
                for number in parcel.members:
                    self.bots[number].hear(message)
            yield from self._follow()
            if self.session.run.progress.ended:
                return

    def _follow(self) -> Iterator[None]:
        """Take the steps that the session took. Each of the heroes looks after each step."""
        fresh, self._journal.fresh = self._journal.fresh, []
        for inputs in fresh:
            self.headless.apply_inputs(inputs)
            for seat in self.headless.seats:
                self.headless.look(seat)
        if fresh:
            yield

    def close(self) -> None:
        """Free both runs."""
        self.session.run.world.close()
        self.headless.close()
