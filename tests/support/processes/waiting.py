"""Waiting for what nothing tells of."""

import asyncio
from collections.abc import Callable
from typing import Final

LONGEST: Final = 60.0
"""Seconds that anything here may take on a machine that is busy."""


async def let_others_go_on() -> None:
    """Let everything else go on that can, within a loop that never waits otherwise."""
    await asyncio.sleep(0)


async def until(holds: Callable[[], bool]) -> None:
    """Let everything else go on until something holds."""
    async with asyncio.timeout(LONGEST):
        while not holds():
            await let_others_go_on()
