"""A server process that tells how long the callbacks of its event loop took.

    timed_loop.py serve OPTION…    the command `undertide serve OPTION…`

Of a server with `--workers`, each worker times its own loop. The sum is that of the busiest one,
and what the loops of all others took is told apart.

Questions: "begin" to forget what was measured, "callbacks" for the milliseconds of CPU of the
longest callback since then, of all of them, and the names of the longest ones. What a server does
every second anyway is left out. The collector of garbage may run in any of them: its time is told
apart.
"""

import gc
import os
import sys
import tempfile
import threading
import time
from asyncio import Handle
from pathlib import Path
from typing import Any, Final

# A worker's interpreter doesn't import from the folder of its program.
sys.path.append(str(Path(__file__).parent))

from answering import Question, answer, answer_at, ask_at

from undertide_server.cli.workers import serve_worker
from undertide_server.cluster.supervisor import process
from undertide_server.process.event_loop import ASYNCIO, LOOP_VARIABLE
from undertide_shared.command import CommandLine
from undertide_shared.command import main as undertide

NAMED: Final = 5
"""The longest callbacks that are named."""
REGULAR: Final = "Housekeeping."
"""A part of the names of callbacks that a server runs every second. They close idle sessions."""
MS: Final = 1000.0
SOCKETS: Final = "TIMED_LOOP_SOCKETS"
"""The variable with the folder in which each worker has a socket for questions."""
LOOK_SECONDS: Final = 0.2
"""Time between two looks whether all workers are there: their loops do something more often."""
WORKER: Final = "serve-worker"
"""The command by which a supervisor starts a worker."""


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
            "longest": MS * took[0][0] if took else 0.0,
            "sum": MS * sum(seconds for seconds, _ in took),
            "others": 0.0,
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


class Workers:
    """The workers of a server, which are asked instead of their supervisor."""

    def __init__(self, folder: Path, count: int) -> None:
        self._folder = folder
        self._count = count
        os.environ[SOCKETS] = str(folder)
        process.COMMAND = ("-P", __file__, WORKER)  # type: ignore[misc, assignment]

    def begin(self, _details: dict[str, Any]) -> None:
        """Measure from now on, once the loops of all workers run."""
        while sum(each["sum"] > 0 for each in self._ask("callbacks")) < self._count:
            time.sleep(LOOK_SECONDS)
        self._ask("begin")

    def end(self, _details: dict[str, Any]) -> dict[str, Any]:
        """Return what was measured."""
        told = sorted(self._ask("callbacks"), key=lambda each: -each["longest"])
        return {
            "longest": told[0]["longest"],
            "sum": max(each["sum"] for each in told),
            "others": sum(each["sum"] for each in told) - max(each["sum"] for each in told),
            "collected": sum(each["collected"] for each in told),
            "named": [name for each in told for name in each["named"]],
        }

    def _ask(self, question: str) -> list[Any]:
        return [ask_at(place, question) for place in self._folder.iterdir()]


def questions_for(timed: Callbacks | Workers) -> dict[str, Question]:
    """Return what is answered, and how."""
    return {"begin": timed.begin, "callbacks": timed.end}


def main() -> None:
    """Run the command."""
    os.environ[LOOP_VARIABLE] = ASYNCIO
    if WORKER in sys.argv:
        answer_at(Path(os.environ[SOCKETS]) / str(os.getpid()), questions_for(Callbacks()))
        CommandLine(commands=[serve_worker]).main()
    elif "--workers" in sys.argv:
        count = int(sys.argv[sys.argv.index("--workers") + 1])
        with tempfile.TemporaryDirectory() as folder:
            answer(questions_for(Workers(Path(folder), count)))
            undertide()
    else:
        answer(questions_for(Callbacks()))
        undertide()


if __name__ == "__main__":
    main()
