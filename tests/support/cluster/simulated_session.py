"""A session of a simulated cluster at its owner: real records in a real journal, a counted run.

A counted run costs nothing to simulate: it counts its inputs.
"""

import zlib
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, cast

from undertide_server.sessions.broadcast.delay import DurableSteps
from undertide_server.sessions.clock.floor_scheduler import FloorTimes
from undertide_server.sessions.clock.inbox import WaitingIntents
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.idle_watch import LastKeys
from undertide_server.sessions.party_pause import PauseWishes
from undertide_server.simulation.state.inputs import Asked, Input
from undertide_server.simulation.state.run import Run
from undertide_server.store.journal import Journal
from undertide_server.store.packing import encode_inputs
from undertide_server.store.records import StepRecord
from undertide_shared.messages import Wait

Inputs = tuple[Input, ...]
NEVER_REACHED: Final = 2**62
"""The step of the latest snapshot, so that no further one is taken: nothing is in such a run."""
Show = Callable[[int, Inputs, dict[int, int]], None]
"""Called with a durable step, its inputs, and the highest sequence settled by then of each seat."""


@dataclass(slots=True)
class Counts:
    """How far a run has come, under the names that the journal's writer reads."""

    step: int = 0
    ticks: int = 0


@dataclass(slots=True)
class CountedRun:
    """A run whose whole state is the number of its steps, a checksum of all inputs, and the highest
    sequence of an intent of each seat.
    """

    progress: Counts = field(default_factory=Counts)
    checksum: int = 0
    received: dict[int, int] = field(default_factory=dict)

    def step(self, inputs: tuple[Input, ...]) -> StepRecord:
        """Take a step, and return its record."""
        self.progress.step += 1
        self.progress.ticks += 1
        self.checksum = zlib.crc32(encode_inputs(inputs), self.checksum)
        for each in inputs:
            if isinstance(each, Asked):
                self.received[each.seat] = max(self.received.get(each.seat, 0), each.sequence)
        return StepRecord(self.progress.step, inputs)

    def as_run(self) -> Run:
        """Return it as what a journal's writer takes; that reads its progress only."""
        return cast(Run, self)


def counted(records: Iterable[StepRecord]) -> CountedRun:
    """Return the run that stored steps give."""
    run = CountedRun()
    for record in records:
        run.step(record.inputs)
    return run


@dataclass(frozen=True, slots=True)
class RunName:
    """The part of a session's configuration that moves read."""

    run: str


class SimulatedSession:
    """A run that is played at one node. Its frames leave once their step is durable."""

    def __init__(self, name: str, run: CountedRun, journal: Journal, show: Show) -> None:
        self.name = name
        self.run = run
        self.writer = JournalWriter(journal, name)
        self.writer.resume(run.as_run(), NEVER_REACHED, None)
        self.writer.on_late = self._release
        self.id = name
        self.config = RunName(name)
        self.is_over = False
        """Whether this node plays it no longer."""
        self.is_worth_coming_back_to = True
        self.is_halted = False
        """Whether it is about to move: it takes no step and no intent."""
        self._inbox: list[Asked] = []
        self._received = dict(run.received)
        self._outbox: deque[tuple[int, Inputs, dict[int, int]]] = deque()
        self._show = show

    @property
    def waiting(self) -> tuple[tuple[int, int], ...]:
        """The seat and the sequence of each intent that waits for a step."""
        return tuple((asked.seat, asked.sequence) for asked in self._inbox)

    def received(self, seat: int) -> int:
        """Return the highest sequence that has come from a seat."""
        return self._received.get(seat, 0)

    def take(self, seat: int, sequence: int) -> None:
        """Take an intent, unless it has come before."""
        if sequence > self.received(seat) and not self.is_halted:
            self._received[seat] = sequence
            self._inbox.append(Asked(seat, sequence, Wait()))

    def halt(self, written: Callable[[], None]) -> None:
        """Take no more steps; call `written` once all that was submitted is durable."""
        self.is_halted = True
        self.writer.once_written(written)

    def go_on(self) -> None:
        """Take steps and intents again."""
        self.is_halted = False

    @property
    def succession(self) -> "SimulatedSession":
        """The part that hands the session over: this stand-in has no parts."""
        return self

    def handover(self, now: float) -> Handover:
        """Return what the next owner needs besides the store."""
        return Handover(
            *(self.name, self.name, self.run.progress.step, now, [], [], 1),
            WaitingIntents([], list(self._inbox)),
            FloorTimes([], pauses=False, next_beat=None, beat_at=now, seconds=now, last_step=None),
            LastKeys({}, {}, now),
            PauseWishes([], None),
            DurableSteps([], self.run.progress.step),
        )

    def take_over(self, handover: Handover) -> None:
        """Take the intents that waited at the owner before."""
        if handover.step == self.run.progress.step:
            for asked in handover.intents.asked:
                self.take(asked.seat, asked.sequence)

    def advance(self) -> None:
        """Take a step, if there is something to do and the journal has room."""
        if self.is_over or self.is_halted or not self._inbox or self.writer.is_full:
            return
        inputs: Inputs = tuple(self._inbox)
        self._inbox.clear()
        record = self.run.step(inputs)
        self._outbox.append((record.step, inputs, dict(self.run.received)))
        self.writer.submit(self.run.as_run(), [record])
        self._release()

    def _release(self) -> None:
        while self._outbox and self._outbox[0][0] <= self.writer.committed:
            self._show(*self._outbox.popleft())
