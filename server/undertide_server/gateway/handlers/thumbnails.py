"""The answer to clients that ask for thumbnails of listed sessions."""

import asyncio
from collections.abc import Iterable
from typing import cast

import msgspec

from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.sessions.registry import Registry
from undertide_shared.messages import ListThumbnails, Thumbnail, Thumbnails


class ThumbnailHandler:
    """The handler of `ListThumbnails`. All who ask share the encoding of each thumbnail."""

    def __init__(self, registry: Registry, sender: Sender) -> None:
        self._registry = registry
        self._sender = sender
        self._loop = asyncio.get_running_loop()

    async def answer(self, peer: Peer, message: ListThumbnails) -> None:
        """Answer a peer. Between thumbnails that must be made, sessions go on."""
        found: list[bytes] = []
        for session_id in dict.fromkeys(message.sessions):
            session, now = self._registry.sessions.get(session_id), self._loop.time()
            if session is not None and not session.session_thumbnail.is_fresh(now):
                await asyncio.sleep(0)
                session = self._registry.sessions.get(session_id)
            data = None if session is None else session.thumbnail(now, peer.identity)
            if data is not None:
                found.append(data)
        self._sender.reply(peer, thumbnails(found))


def thumbnails(encoded: Iterable[bytes]) -> Thumbnails:
    """Return the message of some encoded thumbnails."""
    return Thumbnails(cast(list[Thumbnail], [msgspec.Raw(each) for each in encoded]))
