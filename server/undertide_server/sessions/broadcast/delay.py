"""How far a session's run may be looked back at: never nearer to now than a delay. Pure."""

from collections import deque

MOST_NOTES = 200
"""Moments that are remembered of one delay: what may be seen grows in steps of a 200th of it."""


class Delay:
    """Remembers which step was durable when. Times are seconds of a clock that never jumps."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._notes: deque[tuple[float, int]] = deque()
        """Moments that are not old enough yet, each with the step that was durable then."""
        self._reached = 0

    def note(self, now: float, step: int) -> None:
        """Note that everything up to a step is durable now."""
        if not self._seconds:
            self._reached = max(self._reached, step)
        elif not self._notes or now - self._notes[-1][0] >= self._seconds / MOST_NOTES:
            self._age(now)
            self._notes.append((now, step))

    def reached(self, now: float) -> int:
        """Return the last step that was noted at least the delay ago; 0 where none was."""
        self._age(now)
        return self._reached

    def is_over(self, now: float) -> bool:
        """Whether all that was noted may be seen by now."""
        self._age(now)
        return not self._notes

    def _age(self, now: float) -> None:
        """Let go of the moments that are old enough by now."""
        while self._notes and now - self._notes[0][0] >= self._seconds:
            self._reached = max(self._reached, self._notes.popleft()[1])
