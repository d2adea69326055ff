"""What it costs that nothing is lost: CPU against a server in memory, bytes, and coming back.

Two real `undertide serve`, one with `--data` and one without, host as many sessions of 4 bots each
in real time, in turn: while one is measured the other is stopped. CPU is that of the whole process,
its committer's thread included. Coming back is the start of another server on what is on the disk
at the end, as if the first had been killed, less a start on an empty folder.
"""

import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from disk import tell_disk
from meters import Meter, spread
from workers import REAL, Worker, wait_until

from undertide_server.store.database import FILE

SESSIONS: Final = 50
BOTS: Final = 4
WARM_SECONDS: Final = 3.0
ROUNDS: Final = 12
SLICE_SECONDS: Final = 1.5
GOAL: Final = 1.25


def main() -> None:
    """Measure and print."""
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else SESSIONS
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        durable = _playing(stack, sessions, "--data", str(folder))
        memory = _playing(stack, sessions)
        for _ in range(ROUNDS):
            for meter in (durable, memory):
                meter.measure(SLICE_SECONDS)
        _tell(sessions, durable, memory)
        tell_disk(folder, BOTS)
        _tell_recovery(stack, folder)


def _playing(stack: ExitStack, sessions: int, *options: str) -> Meter:
    """Return the meter of a server full of bots, stopped."""
    command = ("undertide", "serve", "--port", "0", *REAL, *options)
    server = stack.enter_context(Worker("metered_server.py", *command))
    crowd = stack.enter_context(Worker("bot_crowd.py", server.address(), str(sessions), str(BOTS)))
    wait_until(crowd, "playing", sessions * BOTS * 9 // 10)  # some have died already
    time.sleep(WARM_SECONDS)
    server.pause()
    crowd.pause()
    return Meter(server, (crowd,), crowd)


def _tell(sessions: int, durable: Meter, memory: Meter) -> None:
    print(f"Durability: {sessions} sessions of {BOTS} bots in real time, {ROUNDS} rounds")
    for name, meter in (("durable", durable), ("in memory", memory)):
        share = meter.cpu / meter.seconds
        print(f"  {name:10} {meter.cost:6.1f} µs of CPU a frame, {share:4.0%} of a core")
    ratios = [one / other for one, other in zip(durable.costs, memory.costs, strict=True)]
    print(f"  ratio {durable.cost / memory.cost:.2f} (single rounds: {spread(ratios)})")
    print(f"  goal: at most {GOAL}")


def _tell_recovery(stack: ExitStack, folder: Path) -> None:
    """Say how long a server takes to bring all runs back."""
    empty, killed = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2))
    for name in (FILE, f"{FILE}-wal"):
        shutil.copy(folder / name, killed / name)
    seconds = _start_seconds(stack, killed) - _start_seconds(stack, empty)
    print(f"  all runs come back in {seconds:.1f} s")


def _start_seconds(stack: ExitStack, folder: Path) -> float:
    began = time.monotonic()
    words = ("undertide", "serve", "--port", "0", "--data", str(folder))
    server = stack.enter_context(Worker("metered_server.py", *words))
    server.address()
    took = time.monotonic() - began
    server.pause()
    return took


if __name__ == "__main__":
    main()
