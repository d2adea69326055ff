"""The time by which old data is deleted: none while the machine's clock may be wrong.

A clock that is years ahead for one start, as on a machine without a battery, makes everything old.
"""

import time
from collections.abc import Callable
from typing import Final

import structlog

DAY: Final = 86_400.0
"""Seconds."""
TRUST_SECONDS: Final = DAY
"""How long a server runs until it believes a clock that it doubted: time for somebody to look at
the log, and for the clock to be set."""
SKEW_SECONDS: Final = 300.0
"""How far the clock may be behind what is stored: nodes of one server differ by less."""

log = structlog.get_logger()


class RetentionClock:
    """The clock of one kind of stored data, whose `newest` time was read when the server started.

    All times are in seconds since 1970, but for those of `monotonic`. `newest` is None if nothing
    was stored.
    """

    def __init__(
        self,
        what: str,
        newest: float | None,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what = what
        self._newest = newest
        self._wall = wall
        self._monotonic = monotonic
        self._begun = monotonic()
        self._is_doubted = False

    def now(self, shortest_days: float) -> float | None:
        """Return the time by which data is old; None if nothing may be deleted yet.

        The clock is doubted if it is behind the newest time that was stored, or further ahead of it
        than the shortest time for which such data is kept. A server that rested for so long looks
        the same. So the log warns, and after `TRUST_SECONDS` the clock is believed.
        """
        now, ran = self._wall(), self._monotonic() - self._begun
        if self._newest is None or ran >= TRUST_SECONDS:
            return now
        ahead = now - ran - self._newest
        if -SKEW_SECONDS <= ahead <= shortest_days * DAY:
            return now
        if not self._is_doubted:
            self._is_doubted = True
            log.warning(
                "clock doubted: nothing old is deleted for a day",
                what=self._what,
                ahead_days=round(ahead / DAY, 1),
            )
        return None
