"""A journal in memory: it commits at once, and its contents end with the process."""

from collections import deque
from collections.abc import Callable, Sequence

from undertide_server.simulation.state.inputs import Input
from undertide_server.store.journal import Committed, unfenced, unheard, unmeasured
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

    def keep(self, run: str, step: int, ticks: int, take: Callable[[], KeptState]) -> None:
        """Store nothing: there is no recovery from memory."""

    def save_chat(self, run: str, lines: Sequence[ChatLine], kept: Callable[[], None]) -> None:  # noqa: ARG002
        """Store nothing: the session has its chat, and ends with the process."""
        kept()

    def renew(self, run: str, rules_stretch: RulesStretch) -> None:
        """Do nothing: in memory no run outlives its rules."""

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
