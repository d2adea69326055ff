"""Long work on the event loop, a slice at a time."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from undertide_server.util.slices import Slices

SLICE_SECONDS: Final = 0.002
"""Time that work takes from the event loop at once. A longer step of the work may follow, so that
other sessions wait at most 5 ms."""

T = TypeVar("T")


def _always() -> None:
    """Let work go on."""


async def in_slices(work: Slices[T], check: Callable[[], None] = _always) -> T:
    """Return the result of work, done in slices; what `check` raises between them ends it."""
    loop = asyncio.get_running_loop()
    try:
        began = loop.time()
        while True:
            next(work)
            if loop.time() - began >= SLICE_SECONDS:
                await asyncio.sleep(0)
                check()
                began = loop.time()
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        work.close()
