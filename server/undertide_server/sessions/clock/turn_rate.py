"""The rate at which a lone hero's single actions take turns. Pure."""

from typing import Final

ROUNDING: Final = 1e-6
"""Seconds by which sums of intervals may be off."""


class TurnRate:
    """Some turns at once, and then one at regular intervals.

    Times are seconds of the session's clock.
    """

    __slots__ = ("_interval", "_slack", "clear_at")

    def __init__(self, per_second: int, burst: int) -> None:
        self._interval = 1 / per_second
        self._slack = (burst - 1) * self._interval + ROUNDING
        self.clear_at = 0.0
        """The time when as many turns may be taken at once as ever."""

    def ready_at(self, now: float) -> float:
        """Return when the next turn may be taken; `now` if that is at once."""
        return max(now, self.clear_at - self._slack)

    def count(self, now: float) -> None:
        """Count a turn."""
        self.clear_at = max(self.clear_at, now) + self._interval
