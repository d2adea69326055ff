"""Watching the disk: how much is kept, and a warning before it is full."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Final

import structlog

from undertide_server.sessions.registry import Registry
from undertide_server.store.deletion import disk_usage
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import StoreError
from undertide_server.util.background import alone, running

EVERY_SECONDS: Final = 30.0
"""Time between two looks. At the shipped limits, play fills a megabyte in that time."""

log = structlog.get_logger()


class DiskWatch:
    """A task that measures the disk for the registry, and logs when it runs short and when not.

    Each worker of a server measures it. The one for which `is_first` is true also logs it.
    """

    def __init__(
        self, store: StoreAddress, registry: Registry, is_first: Callable[[], bool] = alone
    ) -> None:
        self._store = store
        self._registry = registry
        self._is_first = is_first
        self._was_low = False
        self._was_over = False

    def watching(self) -> AbstractAsyncContextManager[None]:
        """Look now and at regular intervals, until the context ends."""
        return running(self._watch())

    async def _watch(self) -> None:
        while True:
            # A disk that fails tells so where runs are written.
            with suppress(OSError, StoreError):
                await self.look()
            await asyncio.sleep(EVERY_SECONDS)

    async def look(self) -> None:
        """Measure the disk once. Raises OSError or StoreError."""
        capacity = self._registry.capacity
        capacity.disk = usage = await asyncio.to_thread(disk_usage, self._store)
        if not self._is_first():
            return
        if capacity.is_disk_low != self._was_low:
            self._was_low = capacity.is_disk_low
            if self._was_low:
                log.warning("disk is nearly full", free=usage.free)
            else:
                log.info("disk has room again", free=usage.free)
        if capacity.keeps_most != self._was_over:
            self._was_over = capacity.keeps_most
            if self._was_over:
                log.warning("no new session: the server keeps all that it may", bytes=usage.kept)
            else:
                log.info("new sessions again: the server keeps less than it may", bytes=usage.kept)
