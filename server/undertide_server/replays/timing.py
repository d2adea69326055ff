"""The real time of a replayed run: positions in it, and the pauses between its steps. Pure."""

from typing import Final, NamedTuple

MOST_PAUSE: Final = 2.0
"""The most seconds that a replay at normal speed stands still between two steps: long enough to see
that somebody thought, short enough that nobody waits for a player of back then."""


class Goal(NamedTuple):
    """The target of a jump: a tick of the run, or the milliseconds of its real time if given."""

    tick: int
    elapsed: int | None = None

    def is_reached(self, tick: int, elapsed: int) -> bool:
        """Return whether a run has come so far."""
        return tick >= self.tick if self.elapsed is None else elapsed >= self.elapsed

    @property
    def wants_last(self) -> bool:
        """Whether it means the last of several steps at one real time, which shows all of them.

        At the beginning of the run it means the first.
        """
        return self.elapsed is not None and self.elapsed > 0


def pause_between(before: int, after: int) -> float:
    """Return the seconds for which a replay shows a step, from the times of it and of the next."""
    return min(MOST_PAUSE, max(0, after - before) / 1000)
