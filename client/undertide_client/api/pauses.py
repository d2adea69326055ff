"""Pauses after refusals and losses, so that a program that asks again and again is no flood.

Without a connection such a program would keep a core busy.
"""

import asyncio
from collections.abc import Iterator
from typing import Final

FAILED_SECONDS: Final = 0.2
"""Seconds after a refusal or a loss until the next request: the time of one action, before which
another would hardly fare better."""
FIRST_RETRY_SECONDS: Final = 0.5
"""Seconds until a request that came too fast is sent again. Each further wait is twice as long."""
NOBODY_SECONDS: Final = 2.0
"""Seconds until a program that waits for somebody to watch asks again: soon enough for people, and
a fraction of what a server lets a connection ask."""
MAX_RETRIES: Final = 5
"""Times that a request that came too fast is sent again: over some fifteen seconds."""


class FailurePause:
    """The pause after the latest intent that was refused or lost."""

    def __init__(self) -> None:
        self._over_at = 0.0

    def begin(self) -> None:
        """Note that an intent was refused or lost."""
        self._over_at = asyncio.get_running_loop().time() + FAILED_SECONDS

    async def over(self) -> None:
        """Wait until the pause is over."""
        await asyncio.sleep(max(0.0, self._over_at - asyncio.get_running_loop().time()))


def retry_waits() -> Iterator[float]:
    """Return the seconds to wait before each further attempt after `too_fast`."""
    return (FIRST_RETRY_SECONDS * 2**number for number in range(MAX_RETRIES))
