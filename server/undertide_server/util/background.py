"""Background tasks that last as long as a context, and which process of several does them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine


@contextlib.asynccontextmanager
async def running(work: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Run work in a task of its own until the context ends; then cancel it and wait for its end."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        # To await the task itself would take an order to end this one, too, for the task's own end.
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()


def alone() -> bool:
    """Return that no other process does the same work."""
    return True
