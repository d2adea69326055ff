"""The part of a session's run that replays may show: all but the latest delay. Pure."""

from collections import deque

from msgspec import Struct

MOST_NOTES = 200
"""The most moments that a delay remembers. The visible part grows in steps of a 200th of the
delay."""


class DurableSteps(Struct, frozen=True, array_like=True):
    """Which step was durable when, for the node that goes on with the run."""

    notes: list[tuple[float, int]]
    reached: int
    """The last step that replays may show."""


class Delay:
    """A record of which step was durable when.

    Times are seconds of a monotonic clock.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._notes: deque[tuple[float, int]] = deque()
        """Moments more recent than the delay, each with the step that was durable then."""
        self._reached = 0

    def record_durable(self, now: float, step: int) -> None:
        """Note that all steps up to `step` are durable now."""
        if not self._seconds:
            self._reached = max(self._reached, step)
        elif not self._notes or now - self._notes[-1][0] >= self._seconds / MOST_NOTES:
            self._age(now)
            self._notes.append((now, step))

    def memory(self) -> DurableSteps:
        """Return the state of the delay for the next node."""
        return DurableSteps(list(self._notes), self._reached)

    def restore(self, memory: DurableSteps, shift: float) -> None:
        """Restore the state of another node; its times count `shift` seconds later here."""
        self._notes = deque((at + shift, step) for at, step in memory.notes)
        self._reached = memory.reached

    def reached(self, now: float) -> int:
        """Return the last step noted at least the delay ago; 0 if none."""
        self._age(now)
        return self._reached

    def is_over(self, now: float) -> bool:
        """Return whether all noted steps may be seen by now."""
        self._age(now)
        return not self._notes

    def _age(self, now: float) -> None:
        """Remove the moments that are older than the delay."""
        while self._notes and now - self._notes[0][0] >= self._seconds:
            self._reached = max(self._reached, self._notes.popleft()[1])
