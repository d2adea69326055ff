"""The journal in a server's store: inputs are durable before anyone sees their effect.

Its committer is a thread off the event loop that writes in groups: all waiting writes go into one
transaction.
"""

import threading
import time
from collections.abc import Callable, Sequence, Set
from functools import partial
from math import inf
from typing import Protocol

from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.engine.faults import DamagedDatabaseError, StoreFaultError
from undertide_server.store.fencing import Fence, Refused
from undertide_server.store.journal import unmeasured
from undertide_server.store.renders import Rendered, Unrendered
from undertide_server.store.run_list import RunList
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Cleared,
    Deleted,
    Done,
    Fenced,
    JournalOfWrites,
    SpaceGivenBack,
    Write,
)

RETRY_SECONDS = 1.0
"""Time until a failed write is tried again: nobody waits long once a disk has room again."""
COMMIT_EVERY_SECONDS = 0.005
"""Time between the starts of two transactions. Syncing costs more CPU than a dozen writes, so many
sessions share one. A write that comes after a pause goes at once."""


def unrefused(_refused: Refused) -> None:
    """Ignore a run whose writes were refused."""


class Sink(Protocol):
    """The target of a committer's writes."""

    def apply(self, writes: Sequence[Write]) -> Sequence[Refused]:
        """Make writes durable, all or none, but for those of runs that others own by now.

        Returns these runs.

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
    `on_refused` is delivered with each run whose writes another owner's right has refused; the
    callbacks of such writes are not.
    """

    def __init__(
        self,
        sink: Sink,
        deliver: Callable[[Done], object],
        on_trouble: Callable[[str], None],
        on_fault: Callable[[Exception], None],
        retry_seconds: float = RETRY_SECONDS,
        on_commit: Callable[[float], None] = unmeasured,
        on_refused: Callable[[Refused], None] = unrefused,
    ) -> None:
        self._sink = sink
        self._deliver = deliver
        self._on_trouble = on_trouble
        self._on_fault = on_fault
        self._retry_seconds = retry_seconds
        self._on_commit = on_commit
        self._on_refused = on_refused
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

    def enqueue_write(self, write: Write, done: Done | None = None) -> None:
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
        failing, began = False, -inf
        while batch := self._take(began + COMMIT_EVERY_SECONDS):
            began = time.monotonic()
            refused = self._apply([write for write, _ in batch])
            if not isinstance(refused, str):
                self._on_commit(time.monotonic() - began)
                if failing:
                    self._tell("")
                failing = False
                self._report(batch, refused)
            else:
                if not failing:
                    self._tell(refused)
                failing = True
                if not self._put_back(batch):
                    return

    def _take(self, at: float) -> list[tuple[Write, Done | None]]:
        """Wait for writes, and until a time; return all there are, or nothing when it is to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._stopping.is_set())
        pause = at - time.monotonic()
        if pause > 0:
            self._stopping.wait(pause)
        with self._changed:
            batch, self._waiting = self._waiting, []
        return batch

    def _apply(self, writes: list[Write]) -> Sequence[Refused] | str:
        """Write and return the runs that were refused; return the reason if the disk failed."""
        try:
            return self._sink.apply(writes)
        except (OSError, StoreFaultError, DamagedDatabaseError) as fault:
            return str(fault)

    def _put_back(self, batch: list[tuple[Write, Done | None]]) -> bool:
        """Queue a batch for another try; return False when there is no time for one."""
        with self._changed:
            self._waiting = batch + self._waiting
        if self._stopping.is_set():
            return False
        self._stopping.wait(self._retry_seconds)
        return True

    def _report(self, batch: list[tuple[Write, Done | None]], refused: Sequence[Refused]) -> None:
        """Deliver the callbacks of a batch, in one call, and then the runs that were refused."""
        dones = callbacks_of(batch, refused)
        dones += [partial(self._on_refused, each) for each in refused]
        if dones:
            self._deliver(lambda: _call_all(dones))

    def _tell(self, reason: str) -> None:
        self._deliver(lambda: self._on_trouble(reason))


def callbacks_of(
    batch: Sequence[tuple[Write, Done | None]], refused: Sequence[Refused]
) -> list[Done]:
    """Return the callbacks of writes that were carried out: of a batch without those refused."""
    lost = {(each.run, each.fence) for each in refused}
    return [
        done for write, done in batch if done is not None and not (lost and _is_among(lost, write))
    ]


def _is_among(lost: Set[tuple[str, Fence]], write: Write) -> bool:
    """Return whether a write is one of runs that were refused."""
    return isinstance(write, Fenced) and (write.run, write.fence) in lost


def _call_all(dones: list[Done]) -> None:
    for done in dones:
        done()


class DurableJournal(JournalOfWrites):
    """The journal of all runs in a store. A folder must exist.

    `deliver` brings a call from the committer's thread to the thread that submits. There `on_fault`
    is called when a fault of this program stops all writing. A failed write is tried again after
    `retry_seconds`.

    Raises OSError or StoreError when the database can't be opened.
    """

    def __init__(
        self,
        store: StoreAddress,
        deliver: Callable[[Done], object],
        on_fault: Callable[[Exception], None],
        retry_seconds: float = RETRY_SECONDS,
        node: str = "",
    ) -> None:
        super().__init__(node)
        self.is_remote = isinstance(store, PostgresAddress)
        self._writer = Writer(store)
        with RunList(store) as runs:
            self.newest = runs.newest()
        """The newest time in the store when it was opened, in seconds since 1970; None if it held
        no run."""
        self._committer = Committer(
            self._writer,
            deliver,
            self._note_trouble,
            on_fault,
            retry_seconds,
            on_commit=self._note_commit,
            on_refused=self._note_refused,
        )
        self._committer.start()

    @property
    def waiting(self) -> int:
        return self._committer.waiting

    def tidy(
        self, writes: Sequence[Deleted | Cleared | SpaceGivenBack], done: Callable[[], None]
    ) -> None:
        """Delete runs, or what they have left, after all earlier writes; then call `done`.

        No session may play these runs.
        """
        *first, last = writes
        for write in first:
            self._put(write)
        self._put(last, done)

    def save_render(self, write: Rendered | Unrendered, done: Callable[[], None]) -> None:
        """Store a render, or why there is none, after all earlier writes; then call `done`.

        If the run was deleted meanwhile, nothing is stored.
        """
        self._put(write, done)

    def stop(self) -> int:
        """Write what waits and close the database; return the number of writes that failed.

        Submit nothing after that.
        """
        unwritten = self._committer.stop()
        self._writer.close()
        return unwritten

    def _put(self, write: Write, done: Done | None = None) -> None:
        self._committer.enqueue_write(write, done)

    def _note_trouble(self, reason: str) -> None:
        self.trouble = reason
        self.on_trouble(reason)

    def _note_commit(self, seconds: float) -> None:
        self.on_commit(seconds)
