"""The search for the knee: the highest number of players that a server carries in time. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LIMITS: Final = (0.05, 0.1)
"""Seconds by which 99 % of all beats must be late at most: half a tick, and a tick."""
SHARE: Final = 0.99
GROWTH: Final = 2.0
"""Between two stages while none has failed."""
CLOSE: Final = 1.05
"""A stage that failed, by the highest that passed, at which a search ends."""
HOPE: Final = 0.9
"""Of a full core, the load up to which the first stages may grow at once: beyond it beats wait."""


@dataclass(frozen=True)
class Lateness:
    """How many beats were no later than each bound, in seconds; the greatest bound is infinite."""

    counts: Mapping[float, float]

    def is_within(self, seconds: float) -> bool:
        """Return whether 99 % of all beats were no later than this, which must be a bound."""
        return self.counts[seconds] >= self.counts[float("inf")] * SHARE

    def quantile(self, share: float) -> float:
        """Return the time that a share of beats doesn't exceed, even within each step."""
        low, before = 0.0, 0.0
        wanted = self.counts[float("inf")] * share
        for high, count in sorted(self.counts.items()):
            if count >= wanted:
                if high == float("inf"):
                    return low
                return low + (high - low) * (wanted - before) / max(1.0, count - before)
            low, before = high, count
        return low

    def __sub__(self, earlier: "Lateness") -> "Lateness":
        """Return the beats since earlier counts."""
        return Lateness({bound: n - earlier.counts[bound] for bound, n in self.counts.items()})

    def __add__(self, other: "Lateness") -> "Lateness":
        """Return the beats of two times together."""
        return Lateness({bound: n + other.counts[bound] for bound, n in self.counts.items()})


class Search:
    """The stages of one server until its knee is known for each limit.

    It grows until a stage fails, then halves the gap between the highest stage that passed and the
    lowest above it that failed. If noise lets a stage fail and a higher one pass, the higher
    counts.
    """

    def __init__(self, first: int, together: int, most: int) -> None:
        self._first = first
        self._together = together
        self._most = most
        self._passed: dict[float, dict[int, bool]] = {limit: {} for limit in LIMITS}
        self._load = 0.0
        """The load of the highest stage so far, in cores."""

    def note(self, players: int, lateness: Lateness, cores: float) -> None:
        """Take in a stage."""
        if players >= max(self._passed[LIMITS[0]], default=0):
            self._load = cores
        for limit, passed in self._passed.items():
            passed[players] = lateness.is_within(limit)

    def next_stage(self) -> int | None:
        """Return the number of players of the next stage; None when both knees are known."""
        stages = self._passed[LIMITS[0]]
        if not stages:
            return self._whole(self._first)
        for limit in LIMITS:
            low, high = self.knee(limit), self._failed(limit)
            if high is None:
                if low >= self._whole(self._most):
                    continue
                wanted = min(low * GROWTH, self._most, max(low * CLOSE, self._hoped(low)))
            elif high <= low * CLOSE or high - low <= self._together:
                continue
            else:
                wanted = (low + high) / 2
            stage = self._whole(wanted)
            stage = stage if stage > low else low + self._together
            if stage not in stages:
                return stage
        return None

    def knee(self, limit: float) -> int:
        """Return the highest number of players so far at which beats were within a limit, or 0."""
        return max((n for n, passed in self._passed[limit].items() if passed), default=0)

    def _failed(self, limit: float) -> int | None:
        """Return the lowest number above the knee at which they weren't."""
        knee = self.knee(limit)
        return min((n for n in self._passed[limit] if n > knee), default=None)

    def _hoped(self, low: int) -> float:
        """Return how many players a core would carry that is as full as it may be."""
        return low * max(CLOSE, HOPE / self._load) if self._load else low * GROWTH

    def _whole(self, players: float) -> int:
        """Return a number of players that fills sessions."""
        return max(1, round(players / self._together)) * self._together
