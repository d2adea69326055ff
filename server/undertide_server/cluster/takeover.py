"""Runs that this node has come to own: they are read in a thread and go on, one after another."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import structlog

from undertide_server.sessions.handover import Handover
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import any_entry
from undertide_server.sessions.session import Session
from undertide_server.store.ownership import RunClaim
from undertide_server.util.sliced import in_slices

RETRY_SECONDS: Final = 0.5
"""Time between two tries to read a run from a store that can't be read now."""

log = structlog.get_logger()


class Takeover:
    """The part of a node that brings back runs which were others' before.

    `own` is called with each run and its epoch before anything of it is written, and `on_taken`
    with its session once it goes on. Close the takeover after its last use.
    """

    def __init__(
        self,
        registry: Registry,
        own: Callable[[str, int], object],
        on_taken: Callable[[Session], object],
    ) -> None:
        self._registry = registry
        self._own = own
        self._on_taken = on_taken
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="takeover")
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[Session | None]] = set()
        self._on_the_way: set[str] = set()
        self.on_over: Callable[[str], object] = lambda _former: None
        """Called with the owner that was lost, once a run of it goes on here."""

    def claim_runs(self, claims: Iterable[RunClaim]) -> None:
        """Bring back the runs whose owners were lost, in this order, and return at once."""
        for claim in claims:
            task = asyncio.get_running_loop().create_task(self._take_claimed(claim))
            self._tasks.add(task)
            task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[Session | None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("run could not be taken over", exc_info=task.exception())

    async def _take_claimed(self, claim: RunClaim) -> Session | None:
        session = await self.claim_run(claim)
        if session is not None:
            self.on_over(claim.former)
        return session

    async def claim_run(self, claim: RunClaim, handover: Handover | None = None) -> Session | None:
        """Bring back a run that this node owns, after those that were claimed before.

        Return None if it is live here already or on its way, or can't be brought back.
        """
        if claim.run in self._on_the_way or self._registry.of_run(claim.run) is not None:
            return None
        self._on_the_way.add(claim.run)
        try:
            async with self._turn:
                self._own(claim.run, claim.epoch)
                session = await self._bring_back(claim.run, handover)
        finally:
            self._on_the_way.discard(claim.run)
        if session is not None:
            self._on_taken(session)
        return session

    @property
    def on_the_way(self) -> int:
        """The number of runs that are being brought back."""
        return len(self._on_the_way)

    async def _bring_back(self, run: str, handover: Handover | None) -> Session | None:
        resting_runs = self._registry.resting_runs
        assert resting_runs is not None, "a node has a store"
        loop = asyncio.get_running_loop()
        read = partial(resting_runs.read, run, any_entry, handover)
        is_told = False
        while True:
            try:
                work = await loop.run_in_executor(self._thread, read)
            except RequestRefusedError as fault:
                if not is_told:
                    log.warning("run waits for the store", run=run, reason=fault.reason)
                is_told = True
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return await in_slices(work)

    def close(self) -> None:
        """Bring nothing more back; what is under way is given up."""
        for task in self._tasks:
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)
