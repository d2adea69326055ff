"""Questions to the store about owners, in a thread, so that the event loop never waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from typing import Final, TypeVar

import structlog

from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import LeaseLostError
from undertide_server.store.ownership import Ownership, UnplayableHereError

T = TypeVar("T")


class StoreThread:
    """A thread for all that a node asks the store about owners, in order. Close it at the end.

    `opened` opens the owners; the thread does so when it is first asked.
    """

    def __init__(self, opened: Callable[[], AbstractContextManager[Ownership]]) -> None:
        self._opened = opened
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="owners")
        self._stack = ExitStack()
        self._ownership: Ownership | None = None

    async def call(self, ask: Callable[[Ownership], T]) -> T:
        """Return what `ask` returns of the owners, or raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, ask)

    def _ask(self, ask: Callable[[Ownership], T]) -> T:
        if self._ownership is None:
            self._ownership = self._stack.enter_context(self._opened())
        return ask(self._ownership)

    def close(self) -> None:
        """Take no more questions, and close the store after those that were asked."""
        self._thread.submit(self._stack.close)
        self._thread.shutdown(wait=True)


STORE_SECONDS: Final = 0.2
"""Time between two questions to a store that doesn't answer."""
log = structlog.get_logger()


async def answer_of(store: StoreThread, question: Callable[[Ownership], T]) -> T:
    """Return the store's answer, however long it takes.

    The log says once that it gives none. Raises QuestionRefusedError if the lease of this node is
    lost.
    """
    is_told = False
    while True:
        try:
            return await store.call(question)
        except (LeaseLostError, UnplayableHereError) as fault:
            raise QuestionRefusedError(str(fault)) from fault
        except (StoreError, OSError) as fault:
            if not is_told:
                log.warning("the store gives no answer about an owner", reason=str(fault))
            is_told = True
            await asyncio.sleep(STORE_SECONDS)
