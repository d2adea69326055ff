"""Who has used how much of the event loop's time, and whose work waits for its turn. Pure.

Keys are address keys; costs and times are seconds. What a key has used is halved at regular
intervals, so it counts for about a second.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

HALVED_EVERY: Final = 0.5
"""Seconds between two halvings of all costs. The costs of a key come to a second's use at most."""
ALWAYS_GRANTED: Final = 0.02
"""Costs up to which a key is never over its share: a fiftieth of the loop's time. A hero that
explores alone costs about as much."""
FORGOTTEN: Final = 1e-4
"""Costs below which a key is forgotten: those of two messages."""


class Work(NamedTuple):
    """Something that waits for its turn."""

    do: Callable[[], None]
    price: float
    """Its expected cost, if it is paid only after it was done; otherwise 0."""


class FairQueue:
    """The work of keys that are over their share. The key that has used least comes first."""

    def __init__(self) -> None:
        self._used: defaultdict[str, float] = defaultdict(float)
        self._total = 0.0
        self._halved_at = 0.0
        self._lines: dict[str, deque[Work]] = {}

    def __len__(self) -> int:
        """Return the number of keys whose work waits."""
        return len(self._lines)

    def charge_evenly(self, keys: Collection[str], cost: float, now: float) -> None:
        """Count a cost that keys bear evenly. There must be at least one."""
        if now - self._halved_at >= HALVED_EVERY:
            self._halve(now)
        used, share = self._used, cost / len(keys)
        for key in keys:
            used[key] += share
        self._total += cost

    def is_over(self, key: str) -> bool:
        """Return whether a key has used more than an even share of what all have used."""
        used = self._used.get(key, 0.0)
        keys = len(self._used)
        return used > ALWAYS_GRANTED and keys > 1 and used * keys > self._total

    def add(self, key: str, work: Work) -> None:
        """Add work to the end of its key's line."""
        self._lines.setdefault(key, deque()).append(work)

    def take(self, now: float) -> Work | None:
        """Remove and return the first work of the key that has used least; charge its price."""
        if not self._lines:
            return None
        key = min(self._lines, key=lambda each: self._used.get(each, 0.0))
        line = self._lines[key]
        work = line.popleft()
        if not line:
            del self._lines[key]
        if work.price:
            self.charge_evenly((key,), work.price, now)
        return work

    def _halve(self, now: float) -> None:
        """Halve all costs, once for each interval that has passed."""
        share = 0.5 ** int((now - self._halved_at) / HALVED_EVERY)
        self._halved_at = now
        halved = {key: used * share for key, used in self._used.items()}
        kept = {key: used for key, used in halved.items() if used > FORGOTTEN}
        self._used = defaultdict(float, kept)
        self._total = sum(kept.values())
