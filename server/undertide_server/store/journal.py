"""The journal: every input of every run, in order, committed before its effect is shown.

A session submits records and goes on; the journal reports when they are durable. Only then may
frames leave that show their effect. The journal in memory commits at once, and its contents end
with the process.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from undertide_server.simulation.state.inputs import Input
from undertide_server.store.packing import Stretch, encode_inputs, steps_of
from undertide_server.store.records import (
    ChatLine,
    Ending,
    Header,
    KeptState,
    RulesStretch,
    SeatRecord,
    StepRecord,
)

Committed = Callable[[int], None]
"""Called with the highest step that is durable now."""


class Journal(Protocol):
    """The interface of every journal. Runs are known by their own names."""

    on_trouble: Callable[[str], None]
    """Called with the reason when writing begins to fail, and with an empty text when it works
    again."""

    on_commit: Callable[[float], None]
    """Called with the seconds that each transaction took, from whichever thread wrote it."""

    on_fenced: Callable[[str, str], None]
    """Called with a run's name when this server must not write it any more: drop its session
    without a write. If another node owns it, the reason is empty; else it says why the run was set
    aside."""

    @property
    def node(self) -> str:
        """The id of the node that this server is; empty if it is none."""

    @property
    def waiting(self) -> int:
        """Number of writes that wait for their transaction."""

    @property
    def is_remote(self) -> bool:
        """Whether runs are kept in a database, which may be on another machine."""

    @property
    def outlives(self) -> bool:
        """Whether the next server finds the stored runs again."""

    @property
    def trouble(self) -> str:
        """The reason why nothing can be made durable at the moment; empty while writing works."""

    def begin(self, header: Header, settled: bytes = b"") -> None:
        """Note that a run begins, with the settings of its session: both or neither is stored."""

    def save_settings(self, run: str, data: bytes, kept: Callable[[], None]) -> None:
        """Store the settings of a run's session, in place of the earlier ones.

        `kept` is called when they are durable, perhaps before this returns.
        """

    def submit(
        self,
        run: str,
        records: Sequence[StepRecord],
        seats: Sequence[SeatRecord],
        ticks: int,
        committed: Committed,
    ) -> None:
        """Append `records` of one run, in order, and call `committed` when they are durable.

        With them go the seats whose tokens changed, and the run's total ticks. `committed` may be
        called before `submit` returns. Steps must follow each other without a gap.
        """

    def store_snapshot(
        self, run: str, step: int, ticks: int, take: Callable[[], KeptState]
    ) -> None:
        """Store a snapshot, taken now, for recovery of the run and for jumps in replays."""

    def save_chat(self, run: str, lines: Sequence[ChatLine], kept: Callable[[], None]) -> None:
        """Store the latest lines of a session's chat, besides the earlier ones.

        `kept` is called when they are durable, perhaps before this returns.
        """

    def renew(self, run: str, rules_stretch: RulesStretch) -> None:
        """Note that a run goes on with other rules, from the snapshot of the stretch."""

    def announce(self, run: str, step: int, kept: Callable[[], None]) -> None:
        """Note that a run is about to go on after a step, which may kill this process.

        `kept` is called when that is durable, perhaps before this returns. One run is tried at a
        time: the others wait until its step is durable, or its announcement withdrawn.
        """

    def withdraw(self, run: str) -> None:
        """Note that the step that was announced isn't taken now: the next run may be tried."""

    def own(self, run: str, epoch: int) -> None:
        """Note that this node owns a run, since the claim or handover that began an epoch.

        All later writes of the run state that. `begin` notes it for a new run.
        """

    def owns(self, run: str) -> bool:
        """Return whether this node owns a run, as far as it knows. Any thread may call this."""

    def begin_anew(self, node: str) -> None:
        """Go on as another node, which owns no run yet: the lease of this one was lost."""

    def check(self, run: str, step: int) -> None:
        """Look whether this node still owns a run, and the store has a step that it acknowledged.

        If not, `on_fenced` is called.
        """

    def release(self, run: str) -> None:
        """Let a run rest after all earlier writes: any node may claim it. Submit nothing more."""

    def disown(self, run: str) -> None:
        """Forget that this node owned a run, whose session was dropped."""

    def reopen(self, run: str) -> None:
        """Note that a recovered run is live, whatever its state was."""

    def close(self, run: str, ending: Ending) -> None:
        """Note that the run is no longer live: nothing more will be submitted."""


def unheard(_reason: str) -> None:
    """Ignore trouble."""


def unfenced(_run: str, _reason: str) -> None:
    """Ignore that a run was fenced."""


def unmeasured(_seconds: float) -> None:
    """Ignore the length of a transaction."""


MAX_STRETCHES = 20_000
"""Most stretches kept of one run, some 10 MB: an hour of play. Older ones go first; an operator who
wants all of them keeps runs in a folder."""


class MemoryJournal:
    """A journal of live runs in memory that commits at once."""

    outlives = False
    is_remote = False
    trouble = ""
    waiting = 0
    node = ""

    def __init__(self) -> None:
        self.on_trouble: Callable[[str], None] = unheard
        self.on_commit: Callable[[float], None] = unmeasured
        self.on_fenced: Callable[[str, str], None] = unfenced
        self._runs: dict[str, deque[Stretch]] = {}
        self._hashes: dict[str, deque[tuple[int, str]]] = {}

    def begin(self, header: Header, settled: bytes = b"") -> None:  # noqa: ARG002
        """Begin an empty run."""
        self._runs[header.run] = deque(maxlen=MAX_STRETCHES)
        self._hashes[header.run] = deque(maxlen=MAX_STRETCHES)

    def save_settings(self, run: str, data: bytes, kept: Callable[[], None]) -> None:  # noqa: ARG002
        """Store nothing: the session has its settings, and ends with the process."""
        kept()

    def submit(
        self,
        run: str,
        records: Sequence[StepRecord],
        seats: Sequence[SeatRecord],  # noqa: ARG002  (nobody comes back to a run that is gone)
        ticks: int,  # noqa: ARG002
        committed: Committed,
    ) -> None:
        """Append and commit at once. Raises ValueError at a gap, KeyError before `begin`."""
        kept, hashes = self._runs[run], self._hashes[run]
        for record in records:
            inputs = encode_inputs(record.inputs)
            if not (kept and kept[-1].takes(record.step, inputs, record.elapsed)):
                kept.append(Stretch(record.step, 1, inputs, record.elapsed, record.elapsed))
            if record.state_hash is not None:
                hashes.append((record.step, record.state_hash))
        if records:
            committed(records[-1].step)

    def store_snapshot(
        self, run: str, step: int, ticks: int, take: Callable[[], KeptState]
    ) -> None:
        """Store nothing: there is no recovery from memory."""

    def save_chat(self, run: str, lines: Sequence[ChatLine], kept: Callable[[], None]) -> None:  # noqa: ARG002
        """Store nothing: the session has its chat, and ends with the process."""
        kept()

    def renew(self, run: str, rules_stretch: RulesStretch) -> None:
        """Do nothing: in memory no run outlives its rules."""

    def announce(self, run: str, step: int, kept: Callable[[], None]) -> None:  # noqa: ARG002
        """Store nothing: no run outlives this process."""
        kept()

    def withdraw(self, run: str) -> None:
        """Do nothing: all runs may be tried at once."""

    def own(self, run: str, epoch: int) -> None:
        """Do nothing: nobody else reaches the memory of this process."""

    def owns(self, run: str) -> bool:  # noqa: ARG002
        """Return True: nobody else reaches the memory of this process."""
        return True

    def begin_anew(self, node: str) -> None:
        """Do nothing: the memory is no node's."""

    def check(self, run: str, step: int) -> None:
        """Do nothing: the memory has all that it acknowledged."""

    def release(self, run: str) -> None:
        """Do nothing: no run rests in memory."""

    def disown(self, run: str) -> None:
        """Do nothing."""

    def reopen(self, run: str) -> None:
        """Do nothing: no run is recovered from memory."""

    def close(self, run: str, ending: Ending) -> None:  # noqa: ARG002
        """Discard the run."""
        self._runs.pop(run, None)
        self._hashes.pop(run, None)

    def steps(self, run: str) -> list[tuple[Input, ...]]:
        """Return the inputs of each stored step, in order."""
        return [record.inputs for record in steps_of(self._runs.get(run, ()))]

    def hashes(self, run: str) -> dict[int, str]:
        """Return the stored state hashes, by step."""
        return dict(self._hashes.get(run, ()))
