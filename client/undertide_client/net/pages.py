"""Lists that come by pages, put together."""

from collections.abc import Awaitable, Callable
from typing import Final

from undertide_shared.messages import SessionInfo, Sessions

MOST_SESSIONS: Final = 10_000
"""Sessions that are put together: fifty times as many as a server holds as it is shipped."""


async def all_sessions(page_after: Callable[[int], Awaitable[Sessions]]) -> list[SessionInfo]:
    """Return the sessions that the lobby lists, at most `MOST_SESSIONS`.

    `page_after` returns the page that follows that number of sessions.
    """
    found: list[SessionInfo] = []
    more = True
    while more and len(found) < MOST_SESSIONS:
        page = await page_after(len(found))
        found += page.sessions
        more = page.more and bool(page.sessions)
    return found[:MOST_SESSIONS]
