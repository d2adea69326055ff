"""What is kept of runs: data alone, whoever keeps it."""

from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from undertide_server.simulation.state.inputs import Input
from undertide_shared.messages import Landmark, Pace, RunState

GOING_ON: frozenset[RunState] = frozenset({"live", "aside"})
"""The states of runs that a server that starts brings back."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a run begins with: all that it depends on besides its inputs."""

    run: str
    """Its own name: no other run of a store ever has it."""
    session: str
    preset: str
    pace: Pace
    seed: bytes
    rules: int
    """Version of the rules that it began with: `simulation.version.RULES`."""
    content_hash: str
    content: bytes
    """All content, as `content.digest` writes it: what the run goes on with after an update."""


class StepRecord(msgspec.Struct, frozen=True, gc=False):
    """The inputs of one step, and what its state is checked by where the schedule asks for it."""

    step: int
    inputs: tuple[Input, ...]
    state_hash: str | None = None
    marks: bytes = b""
    """With a hash: the parts' own digests, as `simulation.marks` writes them."""
    landmarks: tuple[Landmark, ...] = ()
    """What the run's timeline marks of it."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat and the digests of the tokens that take it up again."""

    number: int
    name: str
    tokens: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a run after a step, as `simulation.snapshot` writes it."""

    step: int
    state: bytes


class SnapshotPoint(NamedTuple):
    """A step after which a run's state is kept, and the run's ticks in all by then."""

    step: int
    ticks: int


@dataclass(frozen=True, slots=True)
class RulesStretch:
    """A part of a run that was played by one version of the rules.

    It begins after a step, with the state that the run had then; the first begins with none.
    """

    rules: int
    snapshot: Snapshot | None = None

    @property
    def after(self) -> int:
        """The step that it begins after."""
        return self.snapshot.step if self.snapshot else 0


@dataclass(frozen=True, slots=True)
class Ending:
    """What became of a run that is no longer live."""

    state: RunState
    reason: str = ""
