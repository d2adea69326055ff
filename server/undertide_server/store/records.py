"""Records of stored runs: data alone, for every kind of journal."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from undertide_server.simulation.state.inputs import Input
from undertide_shared.messages import Landmark, Pace, RunState
from undertide_shared.time import milliseconds_of

ELAPSED_UNIT = 50
"""Milliseconds to which the real time of a step is rounded: the moments at which sessions tick."""
CHAT_LINES = 60
"""Lines of chat that are stored of a session: a few screens full."""
GOING_ON: tuple[RunState, ...] = ("live", "aside")
"""The states of runs that a new server recovers."""
OVER: tuple[RunState, ...] = ("ended", "abandoned")
"""The states of runs that nobody plays on."""


@dataclass(frozen=True, slots=True)
class Header:
    """The start of a run: everything that it depends on except its inputs."""

    run: str
    """Its own name: no other run of a store ever has it."""
    session: str
    preset: str
    pace: Pace
    seed: bytes
    rules: int
    """Version of the rules at its start: `simulation.version.RULES`."""
    content_hash: str
    content: bytes
    """All content, as `content.digest` writes it: the run keeps it after an update."""


class ChronicleRecord(NamedTuple):
    """The life of a hero, as it is stored."""

    number: int
    """The rank of the hero among the heroes of its run, from 1 on."""
    calling: str
    floor: int
    """The deepest floor that it reached."""
    data: bytes
    """Its encoded `Chronicle`."""


class StepRecord(msgspec.Struct, frozen=True, gc=False):
    """The inputs of one step and, if the schedule asks for it, the hash of its state."""

    step: int
    inputs: tuple[Input, ...]
    state_hash: str | None = None
    marks: bytes = b""
    """With a hash: the parts' own digests, as `simulation.marks` writes them."""
    landmarks: tuple[Landmark, ...] = ()
    """The landmarks of this step on the run's timeline."""
    elapsed: int | None = None
    """The milliseconds of real time since the run began, in whole units of `ELAPSED_UNIT`.

    None in steps of versions that didn't note it."""
    chronicles: tuple[ChronicleRecord, ...] = ()
    """The lives that ended in this step."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat and the digests of the tokens that take it again."""

    number: int
    name: str
    tokens: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a run after a step, as `simulation.snapshot` writes it."""

    step: int
    state: bytes


class KeptState(NamedTuple):
    """The state of a run, as `simulation.snapshot` writes it, and what stands with it."""

    state: bytes
    state_hash: str | None = None
    """The hash of the state, by which a recovery finds damage."""
    marks: bytes = b""
    logs: Mapping[int, bytes] = MappingProxyType({})
    """The last lines of each view's log, by the view's entity, as `views.view` writes them."""


class ChatLine(NamedTuple):
    """A line of a session's chat: its number, from 1 on, and the encoded message."""

    number: int
    data: bytes


class SnapshotPoint(NamedTuple):
    """A step after which a run's state is stored, and the run's total ticks by then."""

    step: int
    ticks: int
    elapsed: int = 0
    """The milliseconds of real time by then."""


@dataclass(frozen=True, slots=True)
class RulesStretch:
    """A part of a run that was played with one version of the rules.

    It begins after a step, with the state that the run had then; the first one has no such state.
    """

    rules: int
    snapshot: Snapshot | None = None

    @property
    def after(self) -> int:
        """The step that it begins after."""
        return self.snapshot.step if self.snapshot else 0


@dataclass(frozen=True, slots=True)
class StoredRun:
    """One run in the list. Times are seconds since 1970."""

    run: str
    session: str
    preset: str
    state: RunState
    reason: str
    steps: int
    ticks: int
    rules: int
    begun: float
    closed: float | None
    elapsed: int = 0
    """The milliseconds of real time that it took."""
    deaths: int = 0
    """Owners in a row that died of it (see `store.trials`)."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The final state of a run that is no longer live, and the reason."""

    state: RunState
    reason: str = ""


def real_time(record: StepRecord, ticks: int) -> int:
    """Return the milliseconds of real time until a step, by which a run had these ticks."""
    return milliseconds_of(ticks) if record.elapsed is None else record.elapsed
