"""Limits of how often something may happen: some at once, then at a steady rate. Pure."""

from typing import Final

MOST_KEYS: Final = 10_000
"""Keys that are remembered. Beyond that, those first tried longest ago are discarded. To push one
out takes as many tries, from as many addresses."""


class Throttle:
    """Counts of tries for each key: `at_once` are free, and one more every `seconds`."""

    def __init__(self, at_once: int, seconds: float, most_keys: int = MOST_KEYS) -> None:
        self._seconds = seconds
        self._slack = (at_once - 1) * seconds
        self._most_keys = most_keys
        self._clear_at: dict[str, float] = {}
        """The moment when each key's tries have all expired."""

    def __len__(self) -> int:
        return len(self._clear_at)

    def wait(self, key: str, now: float) -> float:
        """Return the seconds until a key may try again: 0 for now."""
        return max(0.0, self._clear_at.get(key, now) - now - self._slack)

    def count(self, key: str, now: float) -> None:
        """Count a try."""
        self._clear_at[key] = max(self._clear_at.get(key, now), now) + self._seconds
        if len(self._clear_at) > self._most_keys:
            self.forget_old(now)
        while len(self._clear_at) > self._most_keys:
            del self._clear_at[next(iter(self._clear_at))]

    def forgive(self, key: str) -> None:
        """Take back a counted try."""
        if key in self._clear_at:
            self._clear_at[key] -= self._seconds

    def forget_old(self, now: float) -> None:
        """Discard the keys whose tries have expired."""
        self._clear_at = {key: clear for key, clear in self._clear_at.items() if clear > now}
