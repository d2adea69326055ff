"""Group commit, off the event loop: whatever waits is written in one transaction."""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from undertide_server.store.writer import Write

RETRY_SECONDS = 1.0
"""After a write failed: soon enough that nobody waits long once a disk has room again."""

Done = Callable[[], None]


class Sink(Protocol):
    """What a committer writes to."""

    def apply(self, writes: Sequence[Write]) -> None:
        """Make writes durable, all or none. Raises OSError or sqlite3.Error when it can't."""


class Committer:
    """Writes in a thread of its own, in the order given.

    `deliver` is called from that thread with what is to be called where the writes came from:
    what was to be done after a write, and `on_trouble` with the reason why writing fails, or with
    nothing once it goes on. What fails for a passing reason is tried again until it succeeds;
    nothing is ever dropped. Whoever writes must hold back while much waits. Any other failure is a
    fault of this program: it is raised where the writes came from, and nothing is written after it.
    """

    def __init__(
        self,
        sink: Sink,
        deliver: Callable[[Done], object],
        on_trouble: Callable[[str], None],
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        self._sink = sink
        self._deliver = deliver
        self._on_trouble = on_trouble
        self._retry_seconds = retry_seconds
        self._waiting: list[tuple[Write, Done | None]] = []
        self._changed = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="committer", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def put(self, write: Write, done: Done | None = None) -> None:
        """Write this after all that was put before it, and then have `done` delivered."""
        with self._changed:
            self._waiting.append((write, done))
            self._changed.notify()

    def stop(self) -> None:
        """Write what waits, and end.

        What can't be written by then, after one more try, is given up: nobody was shown it.
        """
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._write_on()
        except Exception as fault:  # noqa: BLE001  (raised again where somebody sees it)
            self._deliver(partial(_raise, fault))

    def _write_on(self) -> None:
        failing = False
        while batch := self._take():
            fault = self._apply([write for write, _ in batch])
            if fault is None:
                if failing:
                    self._tell("")
                failing = False
                self._report(batch)
            else:
                if not failing:
                    self._tell(fault)
                failing = True
                if not self._put_back(batch):
                    return

    def _take(self) -> list[tuple[Write, Done | None]]:
        """Wait for something to write and return all there is; nothing when it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._stopping)
            batch, self._waiting = self._waiting, []
        return batch

    def _apply(self, writes: list[Write]) -> str | None:
        """Write, and return why that failed, if it did."""
        try:
            self._sink.apply(writes)
        except (OSError, sqlite3.Error) as fault:
            return str(fault)
        return None

    def _put_back(self, batch: list[tuple[Write, Done | None]]) -> bool:
        """Let a batch wait for another try; false when there is no time for one."""
        with self._changed:
            self._waiting = batch + self._waiting
            if self._stopping:
                return False
            self._changed.wait_for(lambda: self._stopping, self._retry_seconds)
            return True

    def _report(self, batch: list[tuple[Write, Done | None]]) -> None:
        """Deliver all that was to be done, in one call."""
        dones = [done for _, done in batch if done is not None]
        if dones:
            self._deliver(lambda: _call_all(dones))

    def _tell(self, reason: str) -> None:
        self._deliver(lambda: self._on_trouble(reason))


def _raise(fault: Exception) -> None:
    raise fault


def _call_all(dones: list[Done]) -> None:
    for done in dones:
        done()
