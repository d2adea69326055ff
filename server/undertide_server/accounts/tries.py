"""Counts of tries that all processes of a server share. Blocks, like the repositories."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from undertide_server.store.engine.protocol import StoreConnection

MOST_TRIES: Final = 10_000
"""Keys of one kind that are remembered. Beyond that, those that are clear first are discarded. To
push one out takes as many tries, from as many addresses."""
TRIES: Final = "tries"
"""The lock held while tries are counted. Each is followed by work on a password, which takes a
hundred times as long."""
_ALL_OTHERS: Final = 2**62
"""More keys than there can be."""


@dataclass(frozen=True, slots=True)
class TryLimit:
    """A limit on tries of one kind: `at_once` are free, and one more every `seconds`."""

    kind: str
    at_once: int
    seconds: float

    def wait(self, clear_at: float, now: float) -> float:
        """Return the seconds until one more may be tried: 0 for now."""
        return max(0.0, clear_at - now - (self.at_once - 1) * self.seconds)


class TryRepository:
    """The table `tries`: when the tries of each key have all expired, in seconds since 1970.

    Raises StoreError when the disk fails.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection

    def count_tries(self, tries: Iterable[tuple[TryLimit, str]], now: float) -> list[float]:
        """Count a try of each key, unless one must wait; return the seconds that each must wait.

        Processes that ask at once get no more tries together than one process.
        """
        asked = list(tries)
        with self._connection.transaction():
            self._connection.lock(TRIES)
            clear = [self._clear_at(limit, key, now) for limit, key in asked]
            waits = [limit.wait(at, now) for (limit, _), at in zip(asked, clear, strict=True)]
            if not any(waits):
                for (limit, key), at in zip(asked, clear, strict=True):
                    self._put(limit, key, at + limit.seconds)
        return waits

    def forgive(self, limit: TryLimit, key: str) -> None:
        """Take back a counted try."""
        self._connection.execute(
            "UPDATE tries SET clear_at = clear_at - ? WHERE kind = ? AND key = ?",
            (limit.seconds, limit.kind, key),
        )

    def forget_old(self, now: float) -> None:
        """Discard the keys whose tries have expired."""
        with self._connection.transaction():
            self._connection.lock(TRIES)
            self._connection.execute("DELETE FROM tries WHERE clear_at <= ?", (now,))

    def _clear_at(self, limit: TryLimit, key: str, now: float) -> float:
        """Return when a key's tries have all expired.

        That is never later than after a full measure of tries: neither another limit nor a clock
        that was wrong locks anybody out for long.
        """
        row = self._connection.execute(
            "SELECT clear_at FROM tries WHERE kind = ? AND key = ?", (limit.kind, key)
        ).fetchone()
        latest = now + limit.at_once * limit.seconds
        kept = row[0] if row is not None and isinstance(row[0], float) else now
        return min(max(kept, now), latest)

    def _put(self, limit: TryLimit, key: str, clear_at: float) -> None:
        self._connection.execute(
            "INSERT INTO tries (kind, key, clear_at) VALUES (?, ?, ?)"
            " ON CONFLICT (kind, key) DO UPDATE SET clear_at = excluded.clear_at",
            (limit.kind, key, clear_at),
        )
        self._connection.execute(
            "DELETE FROM tries WHERE kind = ? AND key IN"
            " (SELECT key FROM tries WHERE kind = ? ORDER BY clear_at DESC LIMIT ? OFFSET ?)",
            (limit.kind, limit.kind, _ALL_OTHERS, MOST_TRIES),
        )
