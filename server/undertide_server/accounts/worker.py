"""Reading and writing away from the event loop: one job after another, with a bounded queue."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

import structlog

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.errors import DamagedDatabaseError, StatementError, StoreFaultError

MOST_WAITING: Final = 500
"""Jobs that wait for the disk: some seconds of work for a slow one."""
OF_THE_DATABASE: Final = (DamagedDatabaseError, StatementError, StoreFaultError)
"""The errors that a request can do nothing about."""

T = TypeVar("T")

log = structlog.get_logger()


class BlockingWorker:
    """A thread that runs blocking functions, in the order given."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="accounts")
        self._room = threading.Semaphore(most_waiting)
        self._is_failing = False

    async def run_job(self, job: Callable[[], T]) -> T:
        """Return the result of a function once it has run; its writes are durable then.

        Raises RequestRefusedError when the store fails, or when too many wait for it; otherwise
        whatever the function raises. A function that has begun finishes, even if nobody waits for
        it any longer.

        The log says once that the store fails, and once that it works again.
        """
        submitted = self._submit(job)
        if submitted is None:
            raise RequestRefusedError(
                "server_full", "this server is slow to write to its disk: wait a moment"
            )
        try:
            result = await asyncio.wrap_future(submitted)
        except (OSError, *OF_THE_DATABASE) as fault:
            self._note_failure(fault)
            reason = "this server can't read or write its accounts at the moment"
            raise RequestRefusedError("internal", reason) from fault
        if self._is_failing:
            self._is_failing = False
            log.info("accounts are read and written again")
        return result

    def _note_failure(self, fault: Exception) -> None:
        if isinstance(fault, StatementError):
            log.error("accounts can't be read or written", exc_info=fault)  # It is a bug.
        elif not self._is_failing:
            self._is_failing = True
            log.error("accounts can't be read or written", reason=str(fault))

    def enqueue_job(self, job: Callable[[], object]) -> bool:
        """Run a function that nobody waits for; return False when too many wait already."""
        submitted = self._submit(job)
        if submitted is None:
            return False
        submitted.add_done_callback(_log_failure)
        return True

    def close(self) -> None:
        """Run all waiting functions, and end the thread."""
        self._thread.shutdown()

    def _submit(self, job: Callable[[], T]) -> "Future[T] | None":
        """Queue a function; return None when too many wait."""
        if not self._room.acquire(blocking=False):
            return None
        submitted = self._thread.submit(job)
        submitted.add_done_callback(lambda _: self._room.release())
        return submitted


def _log_failure(job: "Future[object]") -> None:
    fault = job.exception()
    if fault is not None:
        log.error("accounts can't be written", exc_info=fault)
