"""Full garbage collections at chosen moments, since all players wait for them.

Reference counts free what steps, sessions and connections leave. So a full collection finds only
what a library or a fault forgot, and yet visits all that there is. Python would do one whenever a
quarter has been added. Here one comes when no session has beaten for a while, or when memory grows
for no known reason.
"""

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import structlog

from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.machine import resident_bytes
from undertide_server.sessions.registry import Registry
from undertide_server.util.background import running

LOOK_SECONDS: Final = 5.0
"""Time between two looks. A session in real time beats many times meanwhile."""
LEAST_YOUNG: Final = 10
"""Collections of young objects before a full one is worth while: as many as Python waits for."""
MOST_GROWTH: Final = 256 * 2**20
"""Bytes by which memory may grow until the next full collection, besides what new sessions take:
a quarter of the machine that docs/performance.md asks for."""
SESSION_BYTES: Final = 2 * 2**20
"""Bytes that a new session may take: some take 1.6 MB with eight players. So even with the 200
sessions that a server holds as shipped, growth is bounded by two thirds of that machine."""
NEVER: Final = 2**31 - 1
"""Collections of young objects until Python does a full one by itself: the most that it can count.
At ten a second they last for six years."""

log = structlog.get_logger()


class Collector:
    """Does the full collections of this process, and counts how long they take.

    `resident` returns the memory in use, in bytes; 0 where the system doesn't tell.
    """

    def __init__(
        self, counters: Counters, registry: Registry, resident: Callable[[], int] = resident_bytes
    ) -> None:
        self._counters = counters
        self._registry = registry
        self._resident = resident
        self._beats = counters.beats.count
        """The number of beats at the last look."""
        self._note_memory()

    def _note_memory(self) -> None:
        """Count growth from now on."""
        self._resident_before = self._resident()
        self._sessions_before = len(self._registry.sessions)

    def look(self, young: int) -> None:
        """Collect in full if nobody would notice, or if memory has grown too much.

        `young` is the number of collections of young objects since the last full one.
        """
        beats, self._beats = self._beats, self._counters.beats.count
        is_quiet = beats == self._beats
        if (is_quiet and young >= LEAST_YOUNG) or self._has_grown:
            self._collect()

    @property
    def _has_grown(self) -> bool:
        """Whether memory has grown by more than new sessions explain."""
        new = max(0, len(self._registry.sessions) - self._sessions_before)
        return self._resident() - self._resident_before >= MOST_GROWTH + new * SESSION_BYTES

    def _collect(self) -> None:
        began = time.perf_counter()
        found = gc.collect()
        took = time.perf_counter() - began
        self._counters.full_collections.observe(took)
        self._note_memory()
        log.debug("garbage collected", took_ms=round(1000 * took), objects=found)


@asynccontextmanager
async def collecting(counters: Counters, registry: Registry) -> AsyncIterator[None]:
    """Collect garbage until this ends: young objects as Python does, and in full as `Collector`.

    What there is now stays as long as the process, so no collection visits it. Where the system
    doesn't tell how much memory is in use, Python still collects in full by its own rule, too.
    """
    before = gc.get_threshold()
    gc.freeze()
    if resident_bytes():
        gc.set_threshold(*before[:2], NEVER)
    gc.enable()
    try:
        async with running(_look_on(Collector(counters, registry))):
            yield
    finally:
        gc.set_threshold(*before)


async def _look_on(collector: Collector) -> None:
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        collector.look(gc.get_count()[2])
