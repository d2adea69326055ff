"""Group commit, off the event loop: whatever waits is written in one transaction."""

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from undertide_server.store.journal import unmeasured
from undertide_server.store.writer import Write

RETRY_SECONDS = 1.0
"""After a write failed: soon enough that nobody waits long once a disk has room again."""
COMMIT_EVERY_SECONDS = 0.005
"""Between the beginnings of two transactions: syncing costs more CPU than a dozen writes, so many
sessions share one. Who comes after a pause waits for nobody."""
OURS = (
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.InternalError,
    sqlite3.NotSupportedError,
    sqlite3.ProgrammingError,
)
"""What SQLite says of a statement that is wrong, whatever the disk is like."""

Done = Callable[[], None]


class Sink(Protocol):
    """What a committer writes to."""

    def apply(self, writes: Sequence[Write]) -> None:
        """Make writes durable, all or none.

        Raises OSError or sqlite3.Error when the disk doesn't let it; anything else is a fault of
        this program.
        """


class Committer:
    """Writes in a thread of its own, in the order given.

    `deliver` is called from that thread with what is to be called where the writes came from:
    what was to be done after a write, and `on_trouble` with the reason why writing fails, or with
    nothing once it goes on. What fails because of the disk is tried again until it succeeds;
    nothing is ever dropped. Whoever writes must hold back while much waits. Any other failure is a
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
        """How many writes wait for their transaction."""
        return len(self._waiting)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def put(self, write: Write, done: Done | None = None) -> None:
        """Write this after all that was put before it, and then have `done` delivered."""
        with self._changed:
            self._waiting.append((write, done))
            self._changed.notify()

    def stop(self) -> int:
        """Write what waits, and end. Returns how much could not be written, after one more try.

        That is given up: nobody was shown it.
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
        """Wait for something to write and return all there is; nothing when it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._stopping.is_set())
            batch, self._waiting = self._waiting, []
        return batch

    def _apply(self, writes: list[Write]) -> str | None:
        """Write, and return why the disk did not let it, if so."""
        try:
            self._sink.apply(writes)
        except OURS:
            raise
        except (OSError, sqlite3.Error) as fault:
            return str(fault)
        return None

    def _put_back(self, batch: list[tuple[Write, Done | None]]) -> bool:
        """Let a batch wait for another try; false when there is no time for one."""
        with self._changed:
            self._waiting = batch + self._waiting
        if self._stopping.is_set():
            return False
        self._stopping.wait(self._retry_seconds)
        return True

    def _report(self, batch: list[tuple[Write, Done | None]]) -> None:
        """Deliver all that was to be done, in one call."""
        dones = [done for _, done in batch if done is not None]
        if dones:
            self._deliver(lambda: _call_all(dones))

    def _tell(self, reason: str) -> None:
        self._deliver(lambda: self._on_trouble(reason))


def _call_all(dones: list[Done]) -> None:
    for done in dones:
        done()
