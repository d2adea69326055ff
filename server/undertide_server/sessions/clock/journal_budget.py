"""The bytes that each seat may add to the journal in an hour. Pure."""

from math import inf
from typing import Final

import msgspec

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.rate_limits import TokenBucket
from undertide_shared.messages import Intent

HOUR: Final = 3600.0
STEP_BYTES: Final = 32
"""Bytes of a step besides the intent that asked for it: its number and the moves of its floors."""
RETURN_BYTES: Final = 256
"""Bytes of a return to a seat: the loss before it, a step for each, and the new token."""
FULL: Final = "you did so much that your share of the run's journal is used up: wait a minute"

_encoder = msgspec.msgpack.Encoder()


class JournalBudget:
    """The journal's bytes by seat: `an_hour` at once, and as many an hour in the long run.

    So nobody fills the disk, not even with actions that the rules allow.
    """

    def __init__(self, an_hour: float = inf) -> None:
        self._an_hour = an_hour
        self._buckets: dict[int, TokenBucket] = {}

    def pay_for_intent(self, seat: int, sequence: int, intent: Intent, now: float) -> None:
        """Count an intent. Raises RequestRefusedError if the seat has no bytes left for it."""
        self._take(seat, STEP_BYTES + len(_encoder.encode(intent)), now, sequence)

    def pay_for_return(self, seat: int, now: float) -> None:
        """Count a player's return to a seat. Raises RequestRefusedError if no bytes are left."""
        self._take(seat, RETURN_BYTES, now, None)

    def _take(self, seat: int, size: int, now: float, sequence: int | None) -> None:
        bucket = self._buckets.get(seat)
        if bucket is None:
            rate = self._an_hour / HOUR
            bucket = self._buckets[seat] = TokenBucket(rate, self._an_hour, now)
        if not bucket.take(now, size):
            raise RequestRefusedError("too_fast", FULL, sequence)
