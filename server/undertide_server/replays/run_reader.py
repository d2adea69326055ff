"""A stored run for a replay, read piece by piece: its steps, moments and pauses."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.sessions.durability.recovery import game_of, restored
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.sessions.model.settings import Tempo, read_settings
from undertide_server.simulation.mechanics.seats import heroes_of_seat
from undertide_server.simulation.pipeline import step as take_step
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import DamagedDatabaseError, DamagedRunError, StoreError
from undertide_server.store.records import (
    RulesStretch,
    SeatRecord,
    SnapshotPoint,
    StepRecord,
    real_time,
)
from undertide_server.store.renders import RenderReader
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_shared.messages import Landmark

MOST_PAUSE: Final = 2.0
"""The most seconds that a replay at normal speed stands still between two steps: long enough to see
that somebody thought, short enough that nobody waits for a player of back then."""


class Goal(NamedTuple):
    """The target of a jump: a tick of the run, or the milliseconds of its real time if given."""

    tick: int
    elapsed: int | None = None

    def is_reached(self, tick: int, elapsed: int) -> bool:
        """Return whether a run has come so far."""
        return tick >= self.tick if self.elapsed is None else elapsed >= self.elapsed

    @property
    def wants_last(self) -> bool:
        """Whether it means the last of several steps at one real time, which shows all of them.

        At the beginning of the run it means the first.
        """
        return self.elapsed is not None and self.elapsed > 0


def pause_between(before: int, after: int) -> float:
    """Return the seconds for which a replay shows a step, from the times of it and of the next."""
    return min(MOST_PAUSE, max(0, after - before) / 1000)


PIECE: Final = 500
"""Steps that are read at once: about as many as lie between two snapshots."""


class RulesPart(NamedTuple):
    """A part of a run that was played by one version of the rules."""

    rules_stretch: RulesStretch
    end: int | None
    """Its last step; None if it ends with the run."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a run can be replayed now."""

    last: int
    """The last step that may be shown."""
    ticks: int
    """The total ticks of the run after that step."""
    live: bool
    """Whether the run goes on, or more of it was played than may be shown yet."""
    landmarks: tuple[Landmark, ...]
    """The landmarks of the visible part, in order."""
    seats: tuple[SeatRecord, ...]
    """The seats that were taken by then."""
    elapsed: int = 0
    """The milliseconds of real time that the run had taken after that step."""


class RunReader:
    """One part of a run of a server's store, read as far as needed.

    If no part is given, it is the latest that was played by the present rules. `on_step` is called
    for each step that is read, again and again in long work.

    It opens the database for each read and closes it again, since a server may write to it. All
    methods raise UnplayableRunError if the run is gone or damaged, or if this version can't read
    it.
    """

    def __init__(
        self,
        store: StoreAddress,
        name: str,
        repertoire: Repertoire,
        part: RulesPart | None = None,
        on_step: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._on_step = on_step
        self._name = name
        self._piece: list[StepRecord] = []
        self._moments: list[SnapshotPoint] = []
        self._scout: Run | None = None
        """The run after the last step of an extent that ends before the run does."""
        with self._reading() as reader:
            self.header = reader.header(name)
            reader.check_end(name)
            self.tempo: Tempo = read_settings(reader.settled(name)).tempo
            self._rules_stretch, self.end = part or _playable(reader.rules_stretches(name))
        """The last step of the part; None if it ends with the run."""
        with recovering():
            self.game = game_of(self.header, repertoire)
        self.first = max(1, self._rules_stretch.after)
        """The first step that can be shown: earlier ones have no hero, or other rules."""

    def extent(self, reach: int | None) -> Extent:
        """Return how far the run has come by now, up to the step `reach` if given."""
        with self._reading() as reader:
            info = reader.info(self._name)
            self._moments = reader.moments(self._name)
            landmarks = reader.landmarks(self._name)
            seats = reader.seats(self._name)
        last = min(bound for bound in (info.steps, self.end, reach) if bound is not None)
        ticks, goes_on = info.ticks, info.state == "live" or last < info.steps
        elapsed = info.elapsed
        if last < info.steps:
            scout = self._scout_at(last)
            ticks = scout.progress.ticks
            elapsed = self.elapsed(last, ticks)
            seats = [seat for seat in seats if heroes_of_seat(scout, seat.number)]
        landmarks = [each for each in landmarks if each.tick <= ticks]
        live = goes_on and self.end is None
        return Extent(last, ticks, live, tuple(landmarks), tuple(seats), elapsed)

    def last_step(self) -> int:
        """Return the last step of the part that is stored by now."""
        with self._reading() as reader:
            steps = reader.info(self._name).steps
        return steps if self.end is None else min(steps, self.end)

    def run_at(self, step: int) -> Run:
        """Return the run after its latest snapshot at or before `step`.

        If there is none, return the run before its first step, or the state in which the present
        rules took it up.
        """
        with self._reading() as reader:
            kept = reader.snapshot(self._name, step)
        if kept is None or kept.step < self._rules_stretch.after:
            kept = self._rules_stretch.snapshot
        with recovering():
            return restored(self.game, kept) if kept else new_run(self.game)

    def step_before(self, goal: Goal) -> int:
        """Return the step of the latest snapshot before a moment, or else the first step."""
        before = (
            moment.step
            for moment in self._moments
            if not goal.is_reached(moment.ticks, moment.elapsed)
        )
        return max(self.first, max(before, default=0))

    def inputs(self, step: int) -> tuple[Input, ...]:
        """Return the inputs of a step, which must lie within the extent."""
        return self.record(step).inputs

    def elapsed(self, step: int, ticks: int) -> int:
        """Return the milliseconds of real time until a step, by which the run had these ticks.

        The step must lie within the extent, or be the one before the first.
        """
        return real_time(self.record(step), ticks) if step else 0

    def record(self, step: int) -> StepRecord:
        """Return a step, which must lie within the extent."""
        self._on_step()
        index = step - self._piece[0].step if self._piece else -1
        if not 0 <= index < len(self._piece):
            self._piece = self._read_piece(step)
            index = step - self._piece[0].step
        return self._piece[index]

    def _read_piece(self, step: int) -> list[StepRecord]:
        """Return the steps from the one before `step` on: a replay asks for two neighbours."""
        with self._reading() as reader:
            return list(islice(reader.steps(self._name, max(0, step - 2)), PIECE))

    def _scout_at(self, step: int) -> Run:
        """Return the run after a step, which takes playing up to it.

        The reader keeps that run, because the next step asked for is close.
        """
        scout = self._scout
        if scout is None or scout.progress.step > step:
            scout = self._scout = self.run_at(step)
        while scout.progress.step < step:
            take_step(scout, self.inputs(scout.progress.step + 1))
        return scout

    def _reading(self) -> AbstractContextManager[RenderReader]:
        return reading(self._store)


@contextmanager
def reading(store: StoreAddress) -> Iterator[RenderReader]:
    """Open a store for a replay. Raises UnplayableRunError for all that can be wrong inside."""
    try:
        with RenderReader(store) as reader:
            yield reader
    except (DamagedRunError, DamagedDatabaseError) as fault:
        raise UnplayableRunError(f"it is damaged: {fault.problem}") from fault
    except KeyError as fault:
        raise UnplayableRunError("it was deleted") from fault
    except (StoreError, OSError) as fault:
        raise UnplayableRunError("the server can't read its runs") from fault


@contextmanager
def recovering() -> Iterator[None]:
    """Raise UnplayableRunError for any RecoveryError inside."""
    try:
        yield
    except RecoveryError as fault:
        raise UnplayableRunError(fault.reason) from fault


def parts_of(stretches: Sequence[RulesStretch]) -> list[RulesPart]:
    """Return the parts of a run, in order."""
    ends = [stretch.after for stretch in stretches[1:]]
    return [RulesPart(*each) for each in zip(stretches, [*ends, None], strict=True)]


def _playable(stretches: Sequence[RulesStretch]) -> RulesPart:
    """Return the latest part of a run under the present rules.

    Raises UnplayableRunError if there is no such part.
    """
    for part in reversed(parts_of(stretches)):
        if part.rules_stretch.rules == RULES:
            return part
    theirs = " and ".join(str(rules) for rules in dict.fromkeys(each.rules for each in stretches))
    raise UnplayableRunError(f"it was played by rules {theirs}, this version plays by {RULES}")
