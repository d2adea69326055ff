"""Group commit, off the event loop: all waiting writes go into one transaction."""

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from undertide_server.store.engine.faults import DamagedDatabaseError, StoreFaultError
from undertide_server.store.journal import unmeasured
from undertide_server.store.writer import Write

RETRY_SECONDS = 1.0
"""Time until a failed write is tried again: nobody waits long once a disk has room again."""
COMMIT_EVERY_SECONDS = 0.005
"""Time between the starts of two transactions. Syncing costs more CPU than a dozen writes, so many
sessions share one. A write that comes after a pause goes at once."""

Done = Callable[[], None]


class Sink(Protocol):
    """The target of a committer's writes."""

    def apply(self, writes: Sequence[Write]) -> None:
        """Make writes durable, all or none.

        Raises OSError, StoreFaultError or DamagedDatabaseError when the disk fails; anything else
        is a fault of this program.
        """


class Committer:
    """A thread that writes in the order given.

    The thread passes each callback to `deliver`, which brings it to the thread that made the
    writes: the callback of a write, and `on_trouble`. That gets the reason why writing fails, or an
    empty text once it works again. If the disk fails, the committer tries again until it succeeds;
    it never drops a write. Writers must hold back while many writes wait. Any other failure is a
    fault of this program: `on_fault` is called with it, and nothing is written after it.
    `on_commit` is called in the committer's own thread with the seconds that a transaction took.
    """

    def __init__(
        self,
        sink: Sink,
        deliver: Callable[[Done], object],
        on_trouble: Callable[[str], None],
        on_fault: Callable[[Exception], None],
        retry_seconds: float = RETRY_SECONDS,
        on_commit: Callable[[float], None] = unmeasured,
    ) -> None:
        self._sink = sink
        self._deliver = deliver
        self._on_trouble = on_trouble
        self._on_fault = on_fault
        self._retry_seconds = retry_seconds
        self._on_commit = on_commit
        self._waiting: list[tuple[Write, Done | None]] = []
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="committer", daemon=True)

    @property
    def waiting(self) -> int:
        """Number of writes that wait for their transaction."""
        return len(self._waiting)

    def start(self) -> None:
        """Start to write."""
        self._thread.start()

    def put(self, write: Write, done: Done | None = None) -> None:
        """Write this after all earlier writes, and then have `done` delivered."""
        with self._changed:
            self._waiting.append((write, done))
            self._changed.notify()

    def stop(self) -> int:
        """Write what waits, and end. Return the number of writes that failed after one more try.

        They are given up: nobody was shown their effect.
        """
        with self._changed:
            self._stopping.set()
            self._changed.notify()
        self._thread.join()
        return len(self._waiting)

    def _run(self) -> None:
        try:
            self._write_on()
        except Exception as fault:  # noqa: BLE001  (handed to where somebody acts on it)
            self._deliver(partial(self._on_fault, fault))

    def _write_on(self) -> None:
        failing = False
        while batch := self._take():
            began = time.monotonic()
            fault = self._apply([write for write, _ in batch])
            if fault is None:
                self._on_commit(time.monotonic() - began)
                if failing:
                    self._tell("")
                failing = False
                self._report(batch)
                self._stopping.wait(began + COMMIT_EVERY_SECONDS - time.monotonic())
            else:
                if not failing:
                    self._tell(fault)
                failing = True
                if not self._put_back(batch):
                    return

    def _take(self) -> list[tuple[Write, Done | None]]:
        """Wait for writes and return all there are; return nothing when it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._stopping.is_set())
            batch, self._waiting = self._waiting, []
        return batch

    def _apply(self, writes: list[Write]) -> str | None:
        """Write; return the reason if the disk failed."""
        try:
            self._sink.apply(writes)
        except (OSError, StoreFaultError, DamagedDatabaseError) as fault:
            return str(fault)
        return None

    def _put_back(self, batch: list[tuple[Write, Done | None]]) -> bool:
        """Queue a batch for another try; return False when there is no time for one."""
        with self._changed:
            self._waiting = batch + self._waiting
        if self._stopping.is_set():
            return False
        self._stopping.wait(self._retry_seconds)
        return True

    def _report(self, batch: list[tuple[Write, Done | None]]) -> None:
        """Deliver the callbacks of a batch, in one call."""
        dones = [done for _, done in batch if done is not None]
        if dones:
            self._deliver(lambda: _call_all(dones))

    def _tell(self, reason: str) -> None:
        self._deliver(lambda: self._on_trouble(reason))


def _call_all(dones: list[Done]) -> None:
    for done in dones:
        done()
