"""How far the runs are that a writer writes to: what the next steps follow."""

from dataclasses import dataclass
from typing import Final

from undertide_server.store import chunks
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.fencing import Fence, check
from undertide_server.store.packing import Stretch, checksum, total

MOST_OPEN: Final = 1000
"""Most runs whose progress a writer remembers: usually more than are played at once. It reads the
progress of other runs again."""


@dataclass(slots=True)
class RunProgress:
    """The progress of a run."""

    id: int
    """Its number in the store."""
    fence: Fence
    """The owner whose writes it counts. Another one's are read again."""
    last: Stretch | None
    stretches: int
    """Rows of it that are not yet packed."""
    before_last: int
    """The checksum of these rows except the last."""
    digests: chunks.Digests | None = None
    """Digests of its snapshots' parts; they are read when first needed."""

    @property
    def step(self) -> int:
        """The last step; 0 before the first."""
        return self.last.last if self.last else 0

    @property
    def tail(self) -> int:
        """The checksum of the rows that are not yet packed."""
        return checksum(self.last, self.before_last) if self.last else 0

    def take(self, stretch: Stretch) -> None:
        """Count a stretch that follows the last one, or is the last one, longer."""
        if self.last is None or self.last.first != stretch.first:
            self.stretches += 1
            if self.last is not None:
                self.before_last = checksum(self.last, self.before_last)
        self.last = stretch


class ProgressCache:
    """The progress of runs as their owners have brought it about."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._known: dict[str, RunProgress] = {}

    def of(self, run: str, fence: Fence) -> RunProgress:
        """Return the progress of a run; read it when its owner first needs it.

        Raises RefusedWriteError if there is no such run.
        """
        known = self._known.get(run)
        if known is None or known.fence != fence:
            if len(self._known) >= MOST_OPEN:
                del self._known[next(iter(self._known))]
            known = self._known[run] = self._read(run, fence)
        return known

    def forget(self, run: str) -> None:
        """Read the progress of a run again when it is next needed."""
        self._known.pop(run, None)

    def clear(self) -> None:
        """Read the progress of every run again when it is next needed."""
        self._known.clear()

    def number(self, run: str) -> int | None:
        """Return the number of a run; None if there is no such run."""
        found = self._connection.execute("SELECT id FROM runs WHERE run = ?", (run,)).fetchone()
        return None if found is None else found[0]

    def _read(self, run: str, fence: Fence) -> RunProgress:
        number = self.number(run)
        if number is None:
            check(self._connection, run, fence, 0)
            raise KeyError(run)
        rows = self._connection.execute(
            "SELECT first, count, inputs, since, until FROM stretches WHERE run = ? ORDER BY first",
            (number,),
        ).fetchall()
        stretches = [Stretch(*row) for row in rows]
        last = stretches[-1] if stretches else None
        return RunProgress(number, fence, last, len(rows), total(stretches[:-1]))
