"""What a server does beside play as long as it runs: it watches its disk, renders and prunes."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from undertide_server.sessions.registry import Registry
from undertide_server.startup.choices import Choices
from undertide_server.store.durable import DurableJournal
from undertide_server.store.journal import Journal
from undertide_server.upkeep.disk_watch import DiskWatch
from undertide_server.upkeep.pruning import MOST_ENDED_SAVES, Pruner
from undertide_server.upkeep.rendering import Rendering
from undertide_server.util.background import alone
from undertide_server.util.retention_clock import RetentionClock


@asynccontextmanager
async def tending(
    choices: Choices,
    registry: Registry,
    journal: Journal,
    is_first: Callable[[], bool] = alone,
) -> AsyncIterator[None]:
    """Watch the disk, render runs and delete old ones, if there is a store, until this ends.

    Of several nodes, only the first does what is needed once.
    """
    store = choices.store
    if store is None or not isinstance(journal, DurableJournal):
        yield
        return
    most_over = MOST_ENDED_SAVES if choices.attended else None
    watch = DiskWatch(store, registry, is_first)
    pruner = Pruner(
        store, registry, journal, most_over, is_first, RetentionClock("runs", journal.newest)
    )
    rendering = Rendering(store, registry, journal, is_first).rendering()
    async with watch.watching(), pruner.pruning(), rendering:
        yield
