"""A server process that tells how long the callbacks of its event loop took.

    timed_loop.py serve OPTION…    the command `undertide serve OPTION…`

Questions: "begin" to forget what was measured, "callbacks" for the milliseconds of CPU of the
longest callback since then, of all of them, and the names of the longest ones. What a server does
every second anyway is left out. The collector of garbage may run in any of them: its time is told
apart.
"""

import gc
import os
import threading
import time
from asyncio import Handle
from typing import Any, Final

from answering import answer

from undertide_server.process.event_loop import ASYNCIO, LOOP_VARIABLE
from undertide_shared.command import main as undertide

NAMED: Final = 5
"""The longest callbacks that are named."""
REGULAR: Final = "Housekeeping."
"""A part of the names of callbacks that a server runs every second. They close idle sessions."""
MS: Final = 1000.0


class Callbacks:
    """How long each callback took, in the CPU of the event loop's thread.

    Every iteration of asyncio's own loop calls `Handle._run` for each callback. What other threads
    do meanwhile isn't counted.
    """

    def __init__(self) -> None:
        self._took: list[tuple[float, str]] = []
        self._collected: list[float] = []
        """The time of each collection in the event loop's thread."""
        self._collecting_since = 0.0
        gc.callbacks.append(self._note_collection)
        run = Handle._run  # noqa: SLF001

        def timed(handle: Handle) -> None:
            began, before = time.thread_time(), sum(self._collected)
            run(handle)
            took = time.thread_time() - began - (sum(self._collected) - before)
            if REGULAR not in str(handle):
                self._took.append((took, str(handle)))

        Handle._run = timed  # type: ignore[method-assign, assignment]  # noqa: SLF001

    def begin(self, _details: dict[str, Any]) -> None:
        """Measure from now on."""
        self._took.clear()
        self._collected.clear()

    def end(self, _details: dict[str, Any]) -> dict[str, Any]:
        """Return what was measured."""
        took = sorted(self._took, reverse=True)
        return {
            "longest": MS * took[0][0],
            "sum": MS * sum(seconds for seconds, _ in took),
            "collected": MS * sum(self._collected),
            "named": [f"{MS * seconds:.2f} {name}" for seconds, name in took[:NAMED]],
        }

    def _note_collection(self, phase: str, _info: dict[str, int]) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        if phase == "start":
            self._collecting_since = time.thread_time()
        else:
            self._collected.append(time.thread_time() - self._collecting_since)


if __name__ == "__main__":
    callbacks = Callbacks()
    answer({"begin": callbacks.begin, "callbacks": callbacks.end})
    os.environ[LOOP_VARIABLE] = ASYNCIO
    undertide()
