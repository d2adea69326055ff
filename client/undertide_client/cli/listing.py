"""The sessions of a server, as a list and as a table of text."""

import asyncio
from collections.abc import Sequence
from typing import Final

from undertide_client.cli.errors import ServerUnreachableError
from undertide_client.model import safe
from undertide_client.net.backoff import Backoff
from undertide_client.net.link import connect
from undertide_client.net.status import LinkStatus
from undertide_shared.messages import SessionInfo, Sessions
from undertide_shared.tables import table

LIST_SECONDS: Final = 15.0
"""For the answer: opening a connection and greeting take ten at the most."""
MAX_WORD: Final = 32
"""Characters of a session's id or preset that are shown."""
ONCE: Final = Backoff(attempts=1)
"""Who asks from a script wants to hear at once that nobody is there."""


async def list_sessions(address: str) -> list[SessionInfo]:
    """Return the live sessions of the server at `address`. Raises ServerUnreachableError."""
    reason = "the connection broke"
    try:
        async with asyncio.timeout(LIST_SECONDS), connect(address, first_contact=ONCE) as link:
            async for event in link:
                match event:
                    case LinkStatus(phase="connected"):
                        link.list_sessions()
                    case Sessions(sessions=sessions):
                        return sessions
                    case LinkStatus(phase="waiting" | "refused" | "gave up", reason=reason):
                        break
                    case _:
                        pass
    except TimeoutError:
        reason = "no answer in time"
    raise ServerUnreachableError(reason)


def table_of(sessions: Sequence[SessionInfo]) -> str:
    """Return a table with a row a session."""
    table = Table(title="Sessions" if sessions else "No sessions: `undertide join` makes one")
    for heading in ("session", "preset", "pace", "party leader"):
        table.add_column(heading)
    for heading in ("heroes", "spectators", "deepest floor"):
        table.add_column(heading, justify="right")
    for session in sessions:
        heroes = f"{session.heroes} of {session.seats}"
        # As Text: what a server says is shown, not obeyed.
        door = f"{session.session} (locked)" if session.locked else session.session
        words = [door, session.preset, session.pace, session.host, heroes]
        figures = [str(session.spectators), str(session.deepest_floor)]
        table.add_row(*(Text(safe.text(word, MAX_WORD)) for word in words), *figures)
    return table
