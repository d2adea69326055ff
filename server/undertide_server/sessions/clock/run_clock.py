"""The real time that passes in a run, for replays. Pure; it is no input of the run."""

from typing import Final

from undertide_server.store.records import ELAPSED_UNIT

LONGEST_PAUSE: Final = 600.0
"""The most seconds between two steps that count: a longer pause is no part of the play. An empty
session, too, is closed after about that time."""


class RunClock:
    """The milliseconds of real time since a run began, without the time in which nobody played it.

    It goes on from `elapsed` with the first step that it times.
    """

    def __init__(self, elapsed: int = 0) -> None:
        self.elapsed = elapsed
        """The time of the last step, in whole units of `ELAPSED_UNIT`."""
        self._seconds = elapsed / 1000
        self._last: float | None = None

    def memory(self) -> tuple[float, float | None]:
        """Return the seconds of real time, and when the last step was taken, if one was."""
        return self._seconds, self._last

    def restore(self, seconds: float, last: float | None) -> None:
        """Restore the state of another node. `last` is by this node's clock."""
        self._seconds, self._last = seconds, last

    def time_step(self, now: float) -> int:
        """Return the time of a step that is taken now, in seconds of a monotonic clock."""
        if self._last is not None:
            self._seconds += min(max(0.0, now - self._last), LONGEST_PAUSE)
        self._last = now
        self.elapsed = round(self._seconds * 1000 / ELAPSED_UNIT) * ELAPSED_UNIT
        return self.elapsed
