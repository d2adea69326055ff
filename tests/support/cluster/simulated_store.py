"""One store that several simulated nodes share: with delays, a lock, lost answers and outages.

Every question is a function over the store's real connection, so what it does there is what the
server does. It is carried out at one moment: when its transaction commits.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from support.cluster.story import Story
from support.cluster.virtual_time import Process, VirtualTime
from undertide_server.store.durable import RETRY_SECONDS, callbacks_of
from undertide_server.store.errors import StoreError
from undertide_server.store.fencing import Refused
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Done, JournalOfWrites, Write

TRAVEL_SECONDS = (0.0005, 0.004)
"""The least and the most that a question or an answer takes to arrive."""
WORK_SECONDS = (0.001, 0.012)
"""The same for a transaction."""
PATIENCE_SECONDS = 1.0
"""Until a question that reached nobody counts as failed."""
LOCK_SECONDS = 5.0
"""The longest that a transaction waits for the ones before it."""


class NoAnswerError(StoreError):
    """The store gave no answer, or refused: nobody knows whether it carried the question out."""


@dataclass(slots=True)
class Question:
    """What a node asks of the store."""

    asker: "StorePort"
    what: str
    do: Callable[[], Any]
    answered: Callable[[Any], object]
    failed: Callable[[Exception], object]
    until: float


class StorePort:
    """The way of one node to the store."""

    def __init__(self, store: "SimulatedStore", process: Process, name: str) -> None:
        self.name = name
        self.process = process
        self.is_cut = False
        self.loses_answers = False
        self.stops_inside = 0.0
        """Seconds for which the process stops in the middle of its next transaction."""
        self._store = store

    def mend(self) -> None:
        """Let all questions and answers through again."""
        self.is_cut = self.loses_answers = False

    def ask(
        self,
        what: str,
        do: Callable[[], Any],
        answered: Callable[[Any], object],
        failed: Callable[[Exception], object],
    ) -> None:
        """Carry `do` out at the store, and then call `answered` with its result.

        `failed` is called instead if `do` raised, or if no answer came.
        """
        self._store.receive(Question(self, what, do, answered, failed, 0.0))


class SimulatedStore:
    """The store: it serves one transaction after the other."""

    def __init__(self, time: VirtualTime, chance: Random, story: Story) -> None:
        self.is_down = False
        self.slowness = 0.0
        self._time = time
        self._chance = chance
        self._story = story
        self._queue: deque[Question] = deque()
        self._serving: Question | None = None

    def receive(self, question: Question) -> None:
        """Let a question travel to the store."""
        port = question.asker
        if port.is_cut or self.is_down:
            # A connection that is refused fails at once; one that hears nothing fails late.
            wait = self._chance.choice((0.01, PATIENCE_SECONDS))
            self._fail(question, wait, "unreachable")
            return
        question.until = self._time.now + LOCK_SECONDS
        self._time.call_later(
            self._chance.uniform(*TRAVEL_SECONDS), lambda: self._enqueue(question)
        )

    def stop(self) -> None:
        """Answer nobody from now on; what was not committed is rolled back."""
        self.is_down = True
        waiting = [*self._queue, *([self._serving] if self._serving else [])]
        self._queue.clear()
        self._serving = None
        for question in waiting:
            self._fail(question, 0.01, "the store went down")

    def start(self) -> None:
        """Answer again."""
        self.is_down = False

    def _enqueue(self, question: Question) -> None:
        if self.is_down:
            self._fail(question, 0.01, "the store is down")
            return
        self._queue.append(question)
        if self._serving is None:
            self._serve_next()

    def _serve_next(self) -> None:
        self._serving = None
        while self._queue:
            question = self._queue.popleft()
            process = question.asker.process
            if not process.is_alive:
                continue
            if self._time.now > question.until:
                self._fail(question, 0.0, "the store is busy")
                continue
            self._serving = question
            work = self._chance.uniform(*WORK_SECONDS) + self.slowness
            if question.asker.stops_inside:
                process.pause(question.asker.stops_inside)
                question.asker.stops_inside = 0.0
            self._time.call_later(work, partial(self._finish, question))
            return

    def _finish(self, question: Question) -> None:
        """Carry a question out, unless its asker died or the store went down meanwhile.

        An asker that was stopped holds the lock until it goes on.
        """
        if self._serving is not question:
            return
        process = question.asker.process
        if process.is_alive and process.is_paused:
            self._story.note(question.asker.name, f"sleeps inside of: {question.what}")
            self._time.call_later(
                process.paused_until - self._time.now + WORK_SECONDS[0],
                lambda: self._finish(question),
            )
            return
        if process.is_alive:
            self._carry_out(question)
        self._serve_next()

    def _carry_out(self, question: Question) -> None:
        port = question.asker
        try:
            result = question.do()
        except StoreError as error:
            port.process.later(TRAVEL_SECONDS[0], partial(question.failed, error))
            return
        if port.is_cut or (port.loses_answers and self._chance.random() < 0.5):
            self._fail(question, PATIENCE_SECONDS, "the answer was lost")
            return
        travel = self._chance.uniform(*TRAVEL_SECONDS)
        port.process.later(travel, lambda: question.answered(result))

    def _fail(self, question: Question, seconds: float, reason: str) -> None:
        port = question.asker
        if reason != "unreachable":
            self._story.note(port.name, f"no answer ({reason}): {question.what}")
        port.process.later(seconds, lambda: question.failed(NoAnswerError(reason)))


class SimulatedJournal(JournalOfWrites):
    """Writes what waits in one transaction, one after the other, and tries again until it works."""

    def __init__(self, port: StorePort, writer: Writer, node: str) -> None:
        super().__init__(node)
        self._port = port
        self._writer = writer
        self._waiting: list[tuple[Write, Done | None]] = []
        self._writing = False

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def _put(self, write: Write, done: Done | None = None) -> None:
        self._waiting.append((write, done))
        self._commit()

    def _commit(self) -> None:
        if self._writing or not self._waiting:
            return
        self._writing = True
        batch, self._waiting = self._waiting, []
        writes = [write for write, _ in batch]

        def answered(refused: Sequence[Refused]) -> None:
            self._writing = False
            self.trouble = ""
            for done in callbacks_of(batch, refused):
                done()
            for each in refused:
                self._note_refused(each)
            self._commit()

        def failed(fault: Exception) -> None:
            self.trouble = str(fault)
            self._waiting = batch + self._waiting
            self._port.process.later(RETRY_SECONDS, try_again)

        def try_again() -> None:
            self._writing = False
            self._commit()

        self._port.ask("write", lambda: self._writer.apply(writes), answered, failed)
