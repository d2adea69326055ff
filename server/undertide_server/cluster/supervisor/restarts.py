"""When a worker that ended is started again."""

from typing import Final

STEADY_SECONDS: Final = 60.0
"""A worker that served for so long had no fault of its start: the count begins anew."""
FIRST_WAIT: Final = 1.0
"""Seconds before the second start in a row; the first is at once, since players wait for it."""
LONGEST_WAIT: Final = 30.0
"""The most seconds before a start: a machine that lacks memory for it needs time, too."""


class Restarts:
    """The starts of one worker, which wait longer the sooner it ends."""

    def __init__(self) -> None:
        self._in_a_row = 0

    def wait_after(self, served: float) -> float:
        """Return the seconds until the next start of a worker that served for some seconds."""
        if served >= STEADY_SECONDS:
            self._in_a_row = 0
        self._in_a_row += 1
        if self._in_a_row == 1:
            return 0.0
        wait = FIRST_WAIT * 2.0 ** (self._in_a_row - 2)
        return min(wait, LONGEST_WAIT)
