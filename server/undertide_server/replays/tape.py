"""A stored run for a replay, read piece by piece."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Final

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.sessions.durability.recovery import game_of, restored
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.simulation.mechanics.seats import heroes_of_seat
from undertide_server.simulation.pipeline import step as take_step
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.errors import DamagedDatabaseError, DamagedRunError, StoreError
from undertide_server.store.reader import Reader
from undertide_server.store.records import RulesStretch, SeatRecord, SnapshotPoint, StepRecord
from undertide_shared.messages import Landmark

PIECE: Final = 500
"""Steps that are read at once: about as many as lie between two snapshots."""


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


class Tape:
    """One run of a server's data folder, read as far as needed.

    It opens the database for each read and closes it again, since a server may write to it. All
    methods raise UnplayableRunError if the run is gone or damaged, or if this version can't read
    it.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._piece: list[StepRecord] = []
        self._moments: list[SnapshotPoint] = []
        self._scout: Run | None = None
        """The run after the last step of an extent that ends before the run does."""
        with self._reading() as reader:
            self.header = reader.header(name)
            reader.check_end(name)
            self._epoch, self._end = _playable(reader.epochs(name))
        with _recovering():
            self.game = game_of(self.header)
        self.first = max(1, self._epoch.after)
        """The first step that can be shown: earlier ones have no hero, or other rules."""

    def extent(self, reach: int | None) -> Extent:
        """Return how far the run has come by now, up to the step `reach` if given."""
        with self._reading() as reader:
            info = reader.info(self._name)
            self._moments = reader.moments(self._name)
            landmarks = reader.landmarks(self._name)
            seats = reader.seats(self._name)
        last = min(bound for bound in (info.steps, self._end, reach) if bound is not None)
        ticks, goes_on = info.ticks, info.state == "live" or last < info.steps
        if last < info.steps:
            scout = self._scout_at(last)
            ticks = scout.progress.ticks
            seats = [seat for seat in seats if heroes_of_seat(scout, seat.number)]
        landmarks = [each for each in landmarks if each.tick <= ticks]
        live = goes_on and self._end is None
        return Extent(last, ticks, live, tuple(landmarks), tuple(seats))

    def run_at(self, step: int) -> Run:
        """Return the run after its latest snapshot at or before `step`.

        If there is none, return the run before its first step, or the state in which the present
        rules took it up.
        """
        with self._reading() as reader:
            kept = reader.snapshot(self._name, step)
        if kept is None or kept.step < self._epoch.after:
            kept = self._epoch.snapshot
        with _recovering():
            return restored(self.game, kept) if kept else new_run(self.game)

    def step_before(self, tick: int) -> int:
        """Return the step of the latest snapshot before `tick`, or else the first step."""
        before = (moment.step for moment in self._moments if moment.ticks < tick)
        return max(self.first, max(before, default=0))

    def inputs(self, step: int) -> tuple[Input, ...]:
        """Return the inputs of a step, which must lie within the extent."""
        index = step - self._piece[0].step if self._piece else -1
        if not 0 <= index < len(self._piece):
            self._piece, index = self._read_piece(step), 0
        return self._piece[index].inputs

    def _read_piece(self, first: int) -> list[StepRecord]:
        with self._reading() as reader:
            return list(islice(reader.steps(self._name, first - 1), PIECE))

    def _scout_at(self, step: int) -> Run:
        """Return the run after a step, which takes playing up to it.

        The tape keeps that run, because the next step asked for is close.
        """
        scout = self._scout
        if scout is None or scout.progress.step > step:
            scout = self._scout = self.run_at(step)
        while scout.progress.step < step:
            take_step(scout, self.inputs(scout.progress.step + 1))
        return scout

    @contextmanager
    def _reading(self) -> Iterator[Reader]:
        try:
            with Reader(self._folder) as reader:
                yield reader
        except (DamagedRunError, DamagedDatabaseError) as fault:
            raise UnplayableRunError(f"it is damaged: {fault.problem}") from fault
        except KeyError as fault:
            raise UnplayableRunError("it was deleted") from fault
        except (StoreError, OSError, sqlite3.OperationalError) as fault:
            raise UnplayableRunError("the server can't read its runs") from fault
        except sqlite3.Error as fault:
            raise UnplayableRunError(f"it is damaged: {fault}") from fault


@contextmanager
def _recovering() -> Iterator[None]:
    """Raise UnplayableRunError for any RecoveryError inside."""
    try:
        yield
    except RecoveryError as fault:
        raise UnplayableRunError(fault.reason) from fault


def _playable(epochs: Sequence[RulesStretch]) -> tuple[RulesStretch, int | None]:
    """Return the latest part of a run under the present rules: its epoch and its last step.

    The last step is None if the part ends with the run. Raises UnplayableRunError if there is no
    such part.
    """
    parts = [(epoch, after.after) for epoch, after in pairwise(epochs)]
    for epoch, end in [(epochs[-1], None), *reversed(parts)]:
        if epoch.rules == RULES:
            return epoch, end
    theirs = " and ".join(str(rules) for rules in dict.fromkeys(epoch.rules for epoch in epochs))
    raise UnplayableRunError(f"it was played by rules {theirs}, this version plays by {RULES}")
