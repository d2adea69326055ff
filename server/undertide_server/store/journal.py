"""The journal: every input of every run, in order, committed before its effect is shown.

A session submits records and goes on; whoever keeps the journal reports when they are durable. Only
then may frames leave that show their effect.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from undertide_server.simulation.inputs import Input


@dataclass(frozen=True, slots=True)
class Record:
    """The inputs of one step, and the state hash after it where the schedule asks for one."""

    step: int
    inputs: tuple[Input, ...]
    state_hash: str | None = None


Committed = Callable[[int], None]
"""Called with the highest step that is durable now."""


class Journal(Protocol):
    """Where records go."""

    def submit(self, session: str, records: Sequence[Record], committed: Committed) -> None:
        """Append `records` of one session, in order, and call `committed` when they are durable.

        It may be called before `submit` returns. Steps must follow each other without a gap.
        """

    def close(self, session: str) -> None:
        """Note that the session is over: nothing more will be submitted."""


@dataclass(slots=True)
class Stretch:
    """Steps that follow each other with the same inputs: most are one tick like the one before."""

    first: int
    count: int
    inputs: tuple[Input, ...]


MAX_STRETCHES = 20_000
"""Stretches kept of one run in memory, some 10 MB: an hour of play. Older ones go first; a host who
wants all of them needs a durable journal."""


class MemoryJournal:
    """Keeps the journal of live sessions in memory and commits at once."""

    def __init__(self) -> None:
        self._runs: dict[str, deque[Stretch]] = {}
        self._hashes: dict[str, deque[tuple[int, str]]] = {}

    def submit(self, session: str, records: Sequence[Record], committed: Committed) -> None:
        """Append and commit at once. Raises ValueError at a gap."""
        stretches = self._runs.setdefault(session, deque(maxlen=MAX_STRETCHES))
        hashes = self._hashes.setdefault(session, deque(maxlen=MAX_STRETCHES))
        for record in records:
            _append(stretches, record)
            if record.state_hash is not None:
                hashes.append((record.step, record.state_hash))
        if records:
            committed(records[-1].step)

    def close(self, session: str) -> None:
        """Forget the session."""
        self._runs.pop(session, None)
        self._hashes.pop(session, None)

    def steps(self, session: str) -> list[tuple[Input, ...]]:
        """Return the inputs of each step that is kept, in order."""
        return [
            stretch.inputs for stretch in self._runs.get(session, ()) for _ in range(stretch.count)
        ]

    def hashes(self, session: str) -> dict[int, str]:
        """Return the state hashes that are kept, by step."""
        return dict(self._hashes.get(session, ()))


def _append(stretches: deque[Stretch], record: Record) -> None:
    if stretches:
        last = stretches[-1]
        if record.step != last.first + last.count:
            raise ValueError(f"step {record.step} after step {last.first + last.count - 1}")
        if record.inputs == last.inputs:
            last.count += 1
            return
    stretches.append(Stretch(record.step, 1, record.inputs))
