"""Threads of simulated processes, and the heartbeat of a node: the real keeper of its lease in one.

One thread runs at a time, so what happens is the same each time.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, cast

from support.cluster.simulated_store import StorePort
from support.cluster.virtual_time import Process, VirtualTime
from undertide_server.cluster.lease import RENEW_SECONDS
from undertide_server.cluster.lease_keeper import LeaseKeeper, LeaseReport, Renewal
from undertide_server.store.leases import Node
from undertide_server.store.ownership import Ownership

ROOM = 10
"""The most runs that a node claims at once."""


class ThreadEndedError(BaseException):
    """The process of a thread was killed."""


class SimulatedThread:
    """A thread of a process. It runs until it asks the store or sleeps, and goes on later."""

    def __init__(self, process: Process, body: Callable[["SimulatedThread"], object]) -> None:
        self._process = process
        self._body = body
        # Locks as signals: one side waits until the other releases. They are four times as fast as
        # semaphores.
        self._may_run = _taken_lock()
        self._has_stopped = _taken_lock()
        self._outcome: Callable[[], Any] = _nothing
        """Returns or raises what the thread has waited for."""
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Run until the thread blocks."""
        self._thread.start()
        self._process.do(lambda: self._go_on(_nothing))

    def end(self) -> None:
        """End the thread where it blocks, as a kill of its process does."""
        if self._thread.is_alive():
            self._go_on(_end)
            self._thread.join()

    # --- in the thread -----------------------------------------------------------------------

    def sleep(self, seconds: float) -> None:
        """Block for some time."""
        self._process.later(seconds, lambda: self._go_on(_nothing))
        self._block()

    def ask(self, port: StorePort, what: str, do: Callable[[], Any]) -> Any:
        """Ask the store and return its answer. Raises what `do` raises, or NoAnswerError."""

        def answered(result: object) -> None:
            self._go_on(lambda: result)

        def failed(fault: Exception) -> None:
            def fail() -> None:
                raise fault

            self._go_on(fail)

        port.ask(what, do, answered, failed)
        return self._block()

    def _block(self) -> Any:
        self._has_stopped.release()
        self._may_run.acquire()
        return self._outcome()

    def _run(self) -> None:
        self._may_run.acquire()
        with suppress(ThreadEndedError):
            self._outcome()
            self._body(self)
        self._has_stopped.release()

    # --- in the scheduler --------------------------------------------------------------------

    def _go_on(self, outcome: Callable[[], Any]) -> None:
        """Let the thread run until it blocks again."""
        if self._thread.is_alive():
            self._outcome = outcome
            self._may_run.release()
            self._has_stopped.acquire()


def _taken_lock() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


def _nothing() -> None:
    """Return nothing."""


def _end() -> None:
    raise ThreadEndedError


class Blocking:
    """Anything whose methods ask the store: each blocks its thread until the store has answered."""

    def __init__(self, asked: object, thread: SimulatedThread, port: StorePort) -> None:
        self._asked = asked
        self._thread = thread
        self._port = port

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._asked, name)

        def ask(*values: object, **options: object) -> Any:
            return self._thread.ask(self._port, name, lambda: method(*values, **options))

        return ask


class SimulatedHeart:
    """Renews the lease of one node, claims runs when it may, and tells the node of each renewal."""

    def __init__(
        self,
        time: VirtualTime,
        port: StorePort,
        ownership: Ownership,
        node: Node,
        on_renewal: Callable[[Renewal], object],
    ) -> None:
        self._port = port
        self._on_renewal = on_renewal
        self._thread = SimulatedThread(port.process, self._run)
        blocking = cast(Ownership, Blocking(ownership, self._thread, port))
        self._keeper = LeaseKeeper(blocking, node, lambda: time.now)
        self._keeper.report(LeaseReport(room=ROOM))

    def start(self) -> None:
        """Begin to renew."""
        self._thread.start()

    def end(self) -> None:
        """End the thread of a node that was killed."""
        self._thread.end()

    def may_claim(self) -> bool:
        """Return whether the node may claim runs of nodes whose lease has ended."""
        return self._keeper.may_claim()

    def give_up(self) -> None:
        """Count the lease as lost."""
        self._keeper.give_up()

    def _run(self, thread: SimulatedThread) -> None:
        rest = RENEW_SECONDS
        while True:
            renewal = self._keeper.renew()
            self._port.process.later(0.0, partial(self._on_renewal, renewal))
            wait = renewal.wait(rest)
            thread.sleep(wait)
            rest = rest - wait or RENEW_SECONDS
