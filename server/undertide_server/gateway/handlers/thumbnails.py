"""The answer to clients that ask for thumbnails of listed sessions."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.registry import Registry
from undertide_shared.messages import Thumbnail, Thumbnails


async def thumbnails_for(
    registry: Registry, identity: Identity, sessions: Sequence[str]
) -> list[bytes]:
    """Return the encoded thumbnails of those sessions that a stranger may watch.

    All who ask share the encoding of each. Between thumbnails that must be made, sessions go on.
    """
    loop = asyncio.get_running_loop()
    found: list[bytes] = []
    for session_id in dict.fromkeys(sessions):
        session, now = registry.sessions.get(session_id), loop.time()
        if session is not None and not session.disclosure.session_thumbnail.is_fresh(now):
            await asyncio.sleep(0)
            session = registry.sessions.get(session_id)
        data = None if session is None else session.disclosure.thumbnail(now, identity)
        if data is not None:
            found.append(data)
    return found


def thumbnails(encoded: Iterable[bytes]) -> Thumbnails:
    """Return the message of some encoded thumbnails."""
    return Thumbnails(cast(list[Thumbnail], [msgspec.Raw(each) for each in encoded]))
