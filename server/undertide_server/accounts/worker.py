"""Reading and writing away from the event loop: one thing after another, and never too many."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

import structlog

from undertide_server.sessions.model.errors import RequestRefusedError

MOST_WAITING: Final = 500
"""Errands that wait for the disk: some seconds' worth on a slow one."""

T = TypeVar("T")

log = structlog.get_logger()


class BlockingWorker:
    """Does errands in a thread of its own, in the order given."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="accounts")
        self._room = threading.Semaphore(most_waiting)

    async def ask(self, errand: Callable[[], T]) -> T:
        """Return what comes of an errand once it is done, and so durable.

        Raises RequestRefusedError when the disk does not let it, or when too many wait for it; else
        whatever the errand raises. One that has begun is finished also where nobody waits for it
        any more.
        """
        submitted = self._submit(errand)
        if submitted is None:
            raise RequestRefusedError(
                "server_full", "this server is slow to write to its disk: wait a moment"
            )
        try:
            return await asyncio.wrap_future(submitted)
        except (OSError, sqlite3.Error) as fault:
            log.exception("accounts can't be read or written")
            reason = "this server can't reach its accounts at the moment"
            raise RequestRefusedError("internal", reason) from fault

    def put(self, errand: Callable[[], object]) -> bool:
        """Do an errand that nobody waits for; False when too many wait already."""
        submitted = self._submit(errand)
        if submitted is None:
            return False
        submitted.add_done_callback(_log_failure)
        return True

    def close(self) -> None:
        """Do what waits, and end."""
        self._thread.shutdown()

    def _submit(self, errand: Callable[[], T]) -> "Future[T] | None":
        """Let an errand wait for its turn; None when too many do."""
        if not self._room.acquire(blocking=False):
            return None
        submitted = self._thread.submit(errand)
        submitted.add_done_callback(lambda _: self._room.release())
        return submitted


def _log_failure(errand: "Future[object]") -> None:
    fault = errand.exception()
    if fault is not None:
        log.error("accounts can't be written", exc_info=fault)
