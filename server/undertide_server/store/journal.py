"""The journal: every input of every run, in order, committed before its effect is shown.

A session submits records and goes on; whoever keeps the journal reports when they are durable. Only
then may frames leave that show their effect.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from undertide_server.store.records import Ending, Header, RulesStretch, SeatRecord, StepRecord

Committed = Callable[[int], None]
"""Called with the highest step that is durable now."""


class Journal(Protocol):
    """Where records go. Runs are known by their own names."""

    on_trouble: Callable[[str], None]
    """Called with the reason when writing begins to fail, and with nothing when it goes on."""

    on_commit: Callable[[float], None]
    """Called with the seconds that each transaction took, from whichever thread wrote it."""

    @property
    def waiting(self) -> int:
        """How many writes wait for their transaction."""

    @property
    def outlives(self) -> bool:
        """Whether what it keeps is there for the next server."""

    @property
    def trouble(self) -> str:
        """Why nothing can be made durable at the moment; empty while all is well."""

    def begin(self, header: Header, settled: bytes = b"") -> None:
        """Note that a run begins, and what is settled in its session: both or neither is kept."""

    def save_settings(self, run: str, data: bytes, kept: Callable[[], None]) -> None:
        """Keep what is settled in a run's session besides the run, in place of what was.

        `kept` is called when it is durable, perhaps before this returns.
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

        With them go the seats whose tokens changed, and the ticks of the run in all. `committed`
        may be called before `submit` returns. Steps must follow each other without a gap.
        """

    def keep(self, run: str, step: int, ticks: int, take: Callable[[], bytes]) -> None:
        """Keep a snapshot, taken now, to bring the run back from and to jump to."""

    def renew(self, run: str, epoch: RulesStretch) -> None:
        """Note that a run goes on by other rules, from the snapshot of the epoch."""

    def reopen(self, run: str) -> None:
        """Note that a run which was brought back is live, whatever became of it before."""

    def close(self, run: str, ending: Ending) -> None:
        """Note that the run is no longer live: nothing more will be submitted."""


def unheard(_reason: str) -> None:
    """Hear of trouble, and leave it at that."""


def unmeasured(_seconds: float) -> None:
    """Hear how long a transaction took, and leave it at that."""
