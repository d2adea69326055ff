"""Deleting old runs while the server plays, as its settings say."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol, TypeVar

import structlog

from undertide_server.content.settings.settings import StorageSettings
from undertide_server.sessions.registry import Registry
from undertide_server.store.deletion import old_runs, surplus_runs, tidying
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import StoreError
from undertide_server.store.writes import Cleared, Deleted, SpaceGivenBack
from undertide_server.util.background import alone, running
from undertide_server.util.retention_clock import DAY, RetentionClock
from undertide_shared.messages import RunState

EVERY_SECONDS: Final = 3600.0
"""Time between two passes. The settings count days."""
PAUSE_SECONDS: Final = 0.05
"""Time between two slices: ten times as long as one takes, so that play has the disk."""
MOST_ENDED_SAVES: Final = 50
"""Runs that are over and stay on a player's own disk, the latest: some 20 MB of an hour each."""

T = TypeVar("T")

log = structlog.get_logger()


class TidyingJournal(Protocol):
    """A journal that can delete runs."""

    def tidy(
        self, writes: Sequence[Deleted | Cleared | SpaceGivenBack], done: Callable[[], None]
    ) -> None:
        """Delete runs, or what they have left, and then call `done`."""


class Pruner:
    """A task that deletes runs once they are older than the settings allow.

    If `most_over` is given, it also deletes all runs that are over but the latest `most_over`. Of
    several workers, only the one for which `is_first` is true deletes anything. `clock` says by
    what time runs are old, and whether that can be trusted.
    """

    def __init__(
        self,
        store: StoreAddress,
        registry: Registry,
        journal: TidyingJournal,
        most_over: int | None = None,
        is_first: Callable[[], bool] = alone,
        clock: RetentionClock | None = None,
    ) -> None:
        self._clock = clock or RetentionClock("runs", None)
        self._store = store
        self._registry = registry
        self._journal = journal
        self._most_over = most_over
        self._is_first = is_first

    def pruning(self) -> AbstractAsyncContextManager[None]:
        """Prune now and every hour, until the context ends; then at most one slice goes on."""
        return running(self._prune_hourly())

    async def _prune_hourly(self) -> None:
        while True:
            try:
                await self.prune()
            except (OSError, StoreError) as fault:
                log.warning("old runs can't be deleted", reason=str(fault))
            await asyncio.sleep(EVERY_SECONDS)

    async def prune(self) -> None:
        """Delete what is too old by now, and give the space back.

        Raises OSError or StoreError.
        """
        if not self._is_first():
            return
        kept = _days(self._registry.settings.storage)
        now = self._clock.now(min(days for _, days in kept)) if kept else None
        if now is not None:
            for state, days in kept:
                await self._delete(old_runs(self._store, state, now - days * DAY), state)
        if self._most_over is not None:
            await self._delete(surplus_runs(self._store, self._most_over), "ended")
        async for write in _in_threads(tidying(self._store)):
            await self._write([write])

    async def _delete(self, slices: Iterator[list[str]], state: RunState) -> None:
        """Delete runs in a state, slice by slice."""
        deleted = 0
        async for runs in _in_threads(slices):
            given_up = self._registry.resting.give_up(runs)
            if given_up:
                await self._write([Deleted(run) for run in given_up])
                self._registry.resting.clear_given_up()
            deleted += len(given_up)
        if deleted:
            log.info("old runs deleted", state=state, runs=deleted)

    async def _write(self, writes: Sequence[Deleted | Cleared | SpaceGivenBack]) -> None:
        """Return once the writes are durable, after a pause."""
        written = asyncio.Event()
        self._journal.tidy(writes, written.set)
        await written.wait()
        await asyncio.sleep(PAUSE_SECONDS)


def _days(storage: StorageSettings) -> list[tuple[RunState, int]]:
    """Return the days for which runs in each state are kept, but for those kept for ever."""
    kept: dict[RunState, int] = {
        "ended": storage.keep_ended_days,
        "abandoned": storage.keep_ended_days,
        "live": storage.keep_resting_days,
        "aside": storage.keep_resting_days,
    }
    return [(state, days) for state, days in kept.items() if days]


async def _in_threads(items: Iterator[T]) -> AsyncIterator[T]:
    """Yield items, each worked out in a thread when it is asked for."""
    while (item := await asyncio.to_thread(next, items, None)) is not None:
        yield item
