"""The event loop's time, shared evenly between addresses while it is short.

While the loop has time to spare, all work is done at once. It is short of time when it comes late
to a timer. Then the work of addresses that have used more than an even share waits, and is done in
short slices between the work of all others. Nothing is refused, and the loop never idles while
work waits.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from undertide_server.gateway.edge.fair_queue import FairQueue, Work

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
            while (now := self._loop.time()) < end and (work := self._queue.take(now)) is not None:
                end -= work.price
                work.do()
        finally:
            self._call()
