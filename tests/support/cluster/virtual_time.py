"""Time that passes from event to event, and processes that live in it."""

import heapq
from collections.abc import Callable
from itertools import count

Call = Callable[[], object]


class VirtualTime:
    """A clock, and the calls that wait for their moment. Equal moments keep the order of asking."""

    def __init__(self) -> None:
        self.now = 0.0
        self._calls: list[tuple[float, int, Call]] = []
        self._numbers = count()

    def call_later(self, seconds: float, call: Call) -> None:
        heapq.heappush(self._calls, (self.now + seconds, next(self._numbers), call))

    def run_until(self, moment: float) -> None:
        """Make all calls up to a moment, in order."""
        while self._calls and self._calls[0][0] <= moment:
            self.now, _, call = heapq.heappop(self._calls)
            call()
        self.now = moment


class Process:
    """Something that can be paused and killed: its calls wait meanwhile, or never come."""

    def __init__(self, time: VirtualTime) -> None:
        self.is_alive = True
        self.paused_until = 0.0
        self._time = time
        self._late: list[Call] = []

    @property
    def is_paused(self) -> bool:
        return self._time.now < self.paused_until

    def later(self, seconds: float, call: Call) -> None:
        """Make a call after some time, or once the process wakes up; never if it dies before."""
        self._time.call_later(seconds, lambda: self.do(call))

    def do(self, call: Call) -> None:
        """Make a call now, or once the process wakes up; never if it is dead."""
        if not self.is_alive:
            return
        if self.is_paused:
            self._late.append(call)
        else:
            call()

    def pause(self, seconds: float) -> None:
        self.paused_until = max(self.paused_until, self._time.now + seconds)
        self._time.call_later(seconds, self._wake)

    def kill(self) -> None:
        self.is_alive = False
        self._late.clear()

    def _wake(self) -> None:
        if self.is_paused:
            return
        late, self._late = self._late, []
        for call in late:
            self.do(call)
