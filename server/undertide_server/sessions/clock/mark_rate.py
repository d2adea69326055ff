"""The rate at which each seat may mark cells (R17). Pure."""

from typing import Final

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.rate_limits import TokenBucket

MARKS_AT_ONCE: Final = 4
"""Marks of one seat in quick succession: a danger, some loot, and a mistake or two."""
MARKS_PER_SECOND: Final = 1 / 3
"""Marks of one seat in the long run: each writes a line into everybody's log."""
TOO_MANY: Final = "you mark too often: wait a moment"


class MarkRate:
    """The marks that each seat may still place. Times are seconds of the session's clock."""

    def __init__(self) -> None:
        self._buckets: dict[int, TokenBucket] = {}

    def count(self, seat: int, sequence: int, now: float) -> None:
        """Count a mark of a seat. Raises RequestRefusedError if it comes too soon."""
        bucket = self._buckets.get(seat)
        if bucket is None:
            bucket = self._buckets[seat] = TokenBucket(MARKS_PER_SECOND, MARKS_AT_ONCE, now)
        if not bucket.take(now):
            raise RequestRefusedError("too_fast", TOO_MANY, sequence)
