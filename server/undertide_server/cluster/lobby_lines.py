"""The lobby lines of sessions, as nodes write them into the store for each other."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

import msgspec
import structlog

from undertide_server.cluster.links.errors import MALFORMED
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.store.leases import Load, LobbyLine
from undertide_shared.messages import SessionInfo

PUBLISH_SECONDS: Final = 0.5
"""Time between two looks at the lines. With the time to the next renewal of a lease, all nodes
know a change within a second."""
LINES_AT_ONCE: Final = 100
"""Lines that are made at once; each takes some 10 microseconds from the event loop."""
MILLISECONDS: Final = 1000

Publish = Callable[[Load, Sequence[LobbyLine] | None], object]
"""Called with the load of this node and the lines of all its sessions; None if they are as before.
The heartbeat of the node writes them with its next renewal."""

log = structlog.get_logger()

_encoder: Final = msgspec.msgpack.Encoder()


class SharedLine(msgspec.Struct, array_like=True, frozen=True):
    """What all nodes know of a session."""

    info: SessionInfo
    """Its line in the lobby as spectators see it, also for operators at other nodes."""
    players: int
    """Players who are in their seats."""


_decoder: Final = msgspec.msgpack.Decoder(SharedLine)


def decode_line(line: LobbyLine) -> SharedLine | None:
    """Return what a line tells; None, with a warning in the log, if another version wrote it."""
    try:
        return _decoder.decode(line.line)
    except MALFORMED as fault:
        log.warning("a lobby line can't be read", session=line.session, reason=str(fault))
        return None


class LobbyLines:
    """The lobby lines of this node's sessions.

    `wall` returns seconds since 1970. `at_once` lines are made in one turn of the event loop.
    """

    def __init__(
        self,
        registry: Registry,
        wall: Callable[[], float],
        *,
        at_once: int = LINES_AT_ONCE,
    ) -> None:
        self._registry = registry
        self._wall = wall
        self._at_once = at_once
        self._made: dict[str, int] = {}
        """All nodes list the sessions in this order."""
        self._published: dict[str, LobbyLine] = {}

    def made(self, session: str) -> int:
        """Return when a live session was made, or came to this node: milliseconds since 1970."""
        return self._made.setdefault(session, int(self._wall() * MILLISECONDS))

    def load(self) -> Load:
        """Return how much this node has to do."""
        everybody = [session.members for session in self._registry.sessions.values()]
        return Load(
            sessions=len(everybody),
            players=sum(len(members.seated) for members in everybody),
            watchers=sum(len(members.watchers) for members in everybody),
        )

    async def changed(self) -> list[LobbyLine] | None:
        """Return the lines of all sessions; None if they are the ones of the last call."""
        lines: dict[str, LobbyLine] = {}
        for number, session in enumerate(list(self._registry.sessions.values()), start=1):
            lines[session.id] = self._line_of(session)
            if number % self._at_once == 0:
                await asyncio.sleep(0)
        for gone in self._made.keys() - self._registry.sessions.keys():
            del self._made[gone]
        if lines == self._published:
            return None
        self._published = lines
        return list(lines.values())

    def _line_of(self, session: Session) -> LobbyLine:
        shared = SharedLine(session.info(), len(session.members.seated))
        run, made = session.config.run, self.made(session.id)
        return LobbyLine(session.id, run, made, _encoder.encode(shared))

    @asynccontextmanager
    async def publishing(self, publish: Publish) -> AsyncIterator[None]:
        """Publish load and lines at regular intervals until this ends."""
        task = asyncio.get_running_loop().create_task(self._publish_on(publish))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _publish_on(self, publish: Publish) -> None:
        while True:
            try:
                publish(self.load(), await self.changed())
            except Exception:
                log.exception("the lobby lines could not be made")
            await asyncio.sleep(PUBLISH_SECONDS)
