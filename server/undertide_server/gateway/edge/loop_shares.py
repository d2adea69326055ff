"""The event loop's time, shared evenly between addresses while it is short.

While the loop has time to spare, all work is done at once. It is short of time when it comes late
to a timer. Then the work of addresses that have used more than an even share waits, and is done in
short slices between the work of all others. Nothing is refused, and the loop never idles while
work waits.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

LOOK_SECONDS: Final = 0.01
"""Time between two timers that show whether the loop is late. They run only while there is work."""
MOST_LATE: Final = 0.002
"""Lateness from which the loop is short of time: twice the resolution of its timers, and less than
anybody notices."""
SHORT_SECONDS: Final = 10.0
"""Time for which it counts as short after that, so that a flood that comes in waves is a surprise
only once."""
SLICE_SECONDS: Final = 0.0003
"""Time for waiting work before the loop reads from everybody again."""


class LoopShares:
    """Who may use the loop of this process now, and what waits.

    Each connection and each session has at most one piece of work here.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._queue = FairQueue()
        self._look_at: float | None = None
        """When the next timer is due; None while nothing happens."""
        self._is_used = False
        """Whether anything happened since the last timer."""
        self._short_until = 0.0
        self._is_called = False

    def charge(self, key: str, cost: float, now: float) -> None:
        """Count the seconds that work for an address key took until now."""
        self.charge_evenly((key,), cost, now)

    def charge_evenly(self, keys: Collection[str], cost: float, now: float) -> None:
        """Count the seconds that work for address keys took until now: they bear them evenly."""
        self._queue.charge_evenly(keys, cost, now)
        self._is_used = True
        if self._look_at is None:
            self._look_later(now)

    def must_wait(self, key: str, now: float) -> bool:
        """Return whether new work of an address key must wait for its turn."""
        return self.must_all_wait((key,), now)

    def must_all_wait(self, keys: Collection[str], now: float) -> bool:
        """Return whether new work of all these address keys must wait; False if there is none."""
        self._note_lateness(now)
        is_short = now < self._short_until or len(self._queue) > 0
        return is_short and bool(keys) and all(map(self._queue.is_over, keys))

    def wait(self, key: str, do: Callable[[], None], price: float = 0.0) -> None:
        """Call a function at the next turn of an address key.

        The function must charge what it costs, unless its price is stated: the key pays that.
        """
        self._queue.add(key, Work(do, price))
        self._call()

    async def turn(self, key: str, price: float) -> None:
        """Wait for a turn of an address key, if it must, and pay a price."""
        now = self._loop.time()
        if not self.must_wait(key, now):
            self.charge(key, price, now)
            return
        turn = asyncio.Event()
        self.wait(key, turn.set, price)
        await turn.wait()

    # --- the lateness of the loop ------------------------------------------------------------

    def _note_lateness(self, now: float) -> None:
        """Count the loop as short of time from now on if a timer is overdue."""
        if self._look_at is not None and now - self._look_at > MOST_LATE:
            self._short_until = now + SHORT_SECONDS

    def _look_later(self, now: float) -> None:
        self._is_used = False
        self._look_at = now + LOOK_SECONDS
        self._loop.call_at(self._look_at, self._look)

    def _look(self) -> None:
        """Note how late the loop is, and look again while there is work."""
        now = self._loop.time()
        self._note_lateness(now)
        self._look_at = None
        if self._is_used:
            self._look_later(now)

    # --- turns -------------------------------------------------------------------------------

    def _call(self) -> None:
        if not self._is_called and len(self._queue):
            self._is_called = True
            self._loop.call_soon(self._give_turns)

    def _give_turns(self) -> None:
        """Do waiting work for the length of a slice, at least one piece of it."""
        self._is_called = False
        end = self._loop.time() + SLICE_SECONDS
        try:
            while (now := self._loop.time()) < end and (
                work := self._queue.next_work(now)
            ) is not None:
                end -= work.price
                work.do()
        finally:
            self._call()


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

    def next_work(self, now: float) -> Work | None:
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
