"""A token bucket: some at once, then as many as a steady rate gives. Pure."""


class TokenBucket:
    """A bucket of up to `capacity` tokens, full at first, that gains `rate` tokens a second."""

    __slots__ = ("_at", "_capacity", "_rate", "_tokens")

    def __init__(self, rate: float, capacity: float, now: float) -> None:
        self._rate = rate
        self._capacity = capacity
        self._tokens = capacity
        self._at = now

    def spend(self, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens if there are enough; return whether there were."""
        self._tokens = self.level(now)
        self._at = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def level(self, now: float) -> float:
        """Return the number of tokens in the bucket."""
        if now <= self._at:
            return self._tokens
        return min(self._capacity, self._tokens + (now - self._at) * self._rate)

    def spent(self, now: float) -> float:
        """Return the number of tokens that are missing."""
        return self._capacity - self.level(now)

    def is_full(self, now: float) -> bool:
        """Return whether the bucket is full again."""
        return self.level(now) >= self._capacity
