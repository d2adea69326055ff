"""Waiting for what nothing tells of."""

import asyncio
from collections.abc import Callable
from typing import Final

LONGEST: Final = 60.0
"""Seconds that anything here may take on a machine that is busy."""


async def until(holds: Callable[[], bool]) -> None:
    """Let everything else go on until something holds."""
    async with asyncio.timeout(LONGEST):
        while not holds():  # noqa: ASYNC110  (there is no event to wait for)
            await asyncio.sleep(0)
