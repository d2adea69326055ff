"""The heartbeat of a child process: it says again and again that it isn't stuck.

The child's end is a `Pulse`, the parent's a `WorkerHeartbeat`. The parent gives a child that is
silent no new work, and ends one that hangs.
"""

import asyncio
import time
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from typing import Final

BEAT_SECONDS: Final = 1.0
"""Time between two beats of a child."""
SILENT_BEATS: Final = 10
"""Beats that may be missing until a child gets no new work: a busy machine has let some wait for
seconds."""
HUNG_BEATS: Final = 30
"""Beats that may be missing until a child is ended, with all that it does."""


class WorkerHeartbeat:
    """How long a child has said nothing, in beats of this process.

    Times of a clock would count against the child what this process itself slept. What counts is
    the silence after the first sign of life: the start of a process has a bound of its own.
    """

    def __init__(self) -> None:
        self.is_hung = False
        """Whether `kill_if_hung` has ended the child."""
        self._silence: int | None = None

    @property
    def is_well(self) -> bool:
        """Whether the child was heard of lately, so that it may get new work."""
        return self._silence is None or self._silence < SILENT_BEATS

    def note_sign(self) -> None:
        """Note that the child has said something, whatever it is."""
        self._silence = 0

    def forgive_silence(self) -> None:
        """Count anew, since nobody has listened for a while."""
        if self._silence is not None:
            self._silence = 0

    async def watch_silence(self, on_silent: Callable[[], None] = lambda: None) -> None:
        """Return once the child hasn't said a word for `HUNG_BEATS`.

        `on_silent` is called when it begins to get no new work.
        """
        while self._silence is None or self._silence < HUNG_BEATS:
            await asyncio.sleep(BEAT_SECONDS)
            if self._silence is not None:
                self._silence += 1
                if self._silence == SILENT_BEATS:
                    on_silent()

    async def kill_if_hung(self, process: Process) -> None:
        """Kill the child's process once it hangs, and return."""
        await self.watch_silence()
        self.is_hung = True
        with suppress(ProcessLookupError):
            process.kill()


class Pulse:
    """A child's own end, for a child that works in one thread: it beats as often as it is asked.

    `send` says to the parent that the child works.
    """

    def __init__(self, send: Callable[[], None]) -> None:
        self._send = send
        self._due = time.monotonic()

    def beat(self) -> None:
        """Say that the work goes on, unless that was said within `BEAT_SECONDS`."""
        now = time.monotonic()
        if now >= self._due:
            self._due = now + BEAT_SECONDS
            self._send()
