"""A run that costs nothing to simulate: it counts its inputs."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

from undertide_server.simulation.state.inputs import Asked, Input
from undertide_server.simulation.state.run import Run
from undertide_server.store.packing import encode_inputs
from undertide_server.store.records import StepRecord


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
