"""The event loop of uvloop. Import this only where the extra `fast` is installed."""

import time

import uvloop


class UvLoop(uvloop.Loop):
    """The event loop of uvloop with the clock of asyncio.

    uvloop's own clock shows whole milliseconds. A beat takes less, and so does a message, and each
    is charged to the address of its player (see `LoopShares`). Both clocks count from the same
    moment, so timers hold, but for the half millisecond to which uvloop rounds them.
    """

    time = staticmethod(time.monotonic)
