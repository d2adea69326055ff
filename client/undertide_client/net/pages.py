"""Answers that come by pages, put together."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from undertide_shared.messages import LookInto, SessionInfo, Sessions

MOST_SESSIONS: Final = 10_000
"""Sessions that are put together: fifty times as many as a server holds as it is shipped."""
MOST_LOOKS: Final = 50
"""Pages of a look that are put together: some five megabytes, more than anybody reads."""


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


async def whole_look(
    page_of: Callable[[LookInto], Awaitable[str]], wanted: LookInto
) -> dict[str, Any]:
    """Return a look with all its entities or changes, up to `MOST_LOOKS` pages.

    `page_of` returns the JSON of one page. All pages are of the step of the first. If more than
    these follow, `more` is the last entity that is there, else 0.
    """
    told: dict[str, Any] = json.loads(await page_of(wanted))
    for _ in range(MOST_LOOKS - 1):
        if not told["more"]:
            break
        following = msgspec.structs.replace(wanted, step=told["step"], after=told["more"])
        page = json.loads(await page_of(following))
        for rows in ("entities", "changes"):
            if rows in page:
                told[rows] += page[rows]
        told["more"] = page["more"]
    return told
