"""The sessions of a server, as a list and as a table of text."""

import asyncio
from collections.abc import Sequence
from typing import Final

from undertide_client.cli.errors import ServerUnreachableError
from undertide_client.model import safe
from undertide_client.net.backoff import Backoff
from undertide_client.net.link import connect
from undertide_client.net.pages import MOST_SESSIONS
from undertide_client.net.status import LinkStatus
from undertide_client.screens.words.session_words import players_words
from undertide_shared.messages import SessionInfo, Sessions
from undertide_shared.tables import table

LIST_SECONDS: Final = 15.0
"""Seconds to wait for the answer: connecting and greeting take at most ten."""
MAX_WORD: Final = 32
"""Characters shown of a session's id or preset."""
ONCE: Final = Backoff(attempts=1)
"""No further attempts: a script should learn at once that nobody answers."""


async def list_sessions(address: str) -> list[SessionInfo]:
    """Return the live sessions of the server at `address`, up to `MOST_SESSIONS`.

    Raises ServerUnreachableError.
    """
    found: list[SessionInfo] = []
    reason = "the connection broke"
    try:
        async with asyncio.timeout(LIST_SECONDS), connect(address, first_contact=ONCE) as link:
            async for event in link:
                match event:
                    case LinkStatus(phase="connected"):
                        link.list_sessions()
                    case Sessions(sessions=sessions, more=more):
                        found += sessions
                        if not more or not sessions or len(found) >= MOST_SESSIONS:
                            return found
                        link.list_sessions(len(found))
                    case LinkStatus(
                        phase="waiting" | "refused" | "gave up" | "over", reason=reason
                    ):
                        break
                    case _:
                        pass
    except TimeoutError:
        reason = "no answer in time"
    raise ServerUnreachableError(reason)


def table_of(sessions: Sequence[SessionInfo]) -> str:
    """Return a table with a row for each session."""
    if not sessions:
        return "No sessions: `undertide join` makes one"
    numbers = ("heroes", "spectators", "deepest floor")
    headings = ("session", "preset", "pace", "party leader", *numbers)
    return table(headings, [_row(session) for session in sessions], right=numbers)


def _row(session: SessionInfo) -> list[str]:
    door = f"{session.session} (locked)" if session.locked else session.session
    words = (door, session.preset, session.pace, session.host)
    heroes = "over" if session.ended else players_words(session)
    # Clean the server's words: they must not steer the terminal.
    shown = [safe.text(word, MAX_WORD) for word in words]
    return [*shown, heroes, str(session.spectators), str(session.deepest_floor)]
