"""The lobby of all nodes: the lines that they write into the store, and the list made of them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

import msgspec
import structlog

from undertide_server.cluster.links.errors import MALFORMED
from undertide_server.sessions.moderation.door import OPEN, Door, door_of
from undertide_server.sessions.open_sessions import FIRST_FLOOR
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.store.leases import Load, LobbyLine
from undertide_shared.limits import MAX_LISTED_SESSIONS, MAX_NAMED_SESSIONS
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
    door: Door = OPEN
    """Who may learn that it exists."""


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
        door = door_of(session.policy.settings)
        shared = SharedLine(session.disclosure.info(), len(session.members.seated), door)
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


@dataclass(frozen=True, slots=True)
class RemoteSession:
    """A live session of another node."""

    line: LobbyLine
    """Its line as it stands in the store."""
    node: str
    info: SessionInfo
    """Its line in the lobby, as spectators see it."""
    players: int
    """Players who are in their seats."""
    door: Door = OPEN
    """Who may learn that it exists."""

    @property
    def id(self) -> str:
        """The id of the session."""
        return self.line.session

    @property
    def run(self) -> str:
        """The name of its run."""
        return self.line.run

    @property
    def made(self) -> int:
        """When it was made, or came to its node, in milliseconds since 1970."""
        return self.line.made


class RemoteSessions:
    """The live sessions of the other nodes of the store.

    A node whose lease has expired keeps its sessions until another one claims their runs: if only
    the store was away, all nodes go on with what they had.
    """

    def __init__(self) -> None:
        self._of_node: dict[str, dict[str, RemoteSession]] = {}
        self._by_id: dict[str, RemoteSession] = {}
        self._nodes: Mapping[str, bool] = {}
        """All nodes, and whether each lives."""

    def __iter__(self) -> Iterator[RemoteSession]:
        return iter(self._by_id.values())

    def get(self, session: str) -> RemoteSession | None:
        """Return the session with an id, or None."""
        return self._by_id.get(session)

    def record_lines(
        self, changed: Mapping[str, Iterable[LobbyLine]], nodes: Mapping[str, bool]
    ) -> None:
        """Note all nodes, whether each lives, and all lines of those whose lines have changed."""
        for node, lines in changed.items():
            self._of_node[node] = self._read(node, lines)
        if changed or nodes != self._nodes:
            self._nodes = nodes
            self._index()

    def _read(self, node: str, lines: Iterable[LobbyLine]) -> dict[str, RemoteSession]:
        """Return the sessions of a node. Lines that are as before aren't decoded again."""
        before, found = self._of_node.get(node, {}), {}
        for line in lines:
            known = before.get(line.session)
            if known is not None and known.line == line:
                found[line.session] = known
            elif (shared := decode_line(line)) is not None:
                found[line.session] = RemoteSession(
                    line, node, shared.info, shared.players, shared.door
                )
        return found

    def _index(self) -> None:
        """Note who has each session: of two nodes the one that lives, since it has claimed it."""
        for gone in self._of_node.keys() - self._nodes.keys():
            del self._of_node[gone]
        self._by_id = {
            session.id: session
            for node in sorted(self._of_node, key=lambda node: self._nodes[node])
            for session in self._of_node[node].values()
        }

    def note_moved(self, session: str, node: str) -> None:
        """Note that a session has moved to another node, before the lines say so."""
        known = self._by_id.get(session)
        if known is not None:
            del self._of_node[known.node][session]
            if node in self._nodes:
                self._of_node.setdefault(node, {})[session] = replace(known, node=node)
            self._index()


class ClusterLobby:
    """The sessions of this node and of the others, as people in a lobby see them."""

    def __init__(self, registry: Registry, lines: LobbyLines, remote: RemoteSessions) -> None:
        self._registry = registry
        self._lines = lines
        self._remote = remote

    def infos(
        self, skip: int = 0, count: int = MAX_LISTED_SESSIONS, *, operator: bool = False
    ) -> list[SessionInfo]:
        """Return a page of the lobby's list, as `OpenSessions.infos`, with all nodes' sessions.

        An operator sees those of other nodes as spectators do.
        """
        remote = self._elsewhere()
        if not remote:
            return self._registry.open_sessions.infos(skip, count, operator=operator)
        local = self._registry.sessions.values()
        listed: list[tuple[int, str, Session | RemoteSession]] = [
            (self._lines.made(each.id), each.id, each)
            for each in local
            if operator or each.policy.access_control.is_public
        ]
        listed += (
            (each.made, each.id, each)
            for each in remote
            if operator or each.info.access == "public"
        )
        listed.sort(key=itemgetter(0, 1))
        page = listed[skip : skip + count]
        return [
            _info(each, live=operator, named=number < MAX_NAMED_SESSIONS)
            for number, (_, _, each) in enumerate(page)
        ]

    def _elsewhere(self) -> list[RemoteSession]:
        """Return the sessions of other nodes, without those that have just come here."""
        local = self._registry.sessions
        return [each for each in self._remote if each.id not in local]

    def best_to_join(self) -> RemoteSession | None:
        """Return the session of another node for a newcomer who names none.

        The one with most players present; None if no public session elsewhere has room on its first
        floor. Its owner may still refuse the newcomer.
        """
        found = [each for each in self._with_room() if each.info.deepest_floor <= FIRST_FLOOR]
        return max(found, key=lambda each: each.players, default=None)

    def underway(self) -> list[SessionInfo]:
        """Return the public sessions of other nodes that have room, but are further on."""
        infos = [each.info for each in self._with_room()]
        return [info for info in infos if info.deepest_floor > FIRST_FLOOR]

    def _with_room(self) -> list[RemoteSession]:
        return [
            each
            for each in self._elsewhere()
            if _is_open(each.info) and not each.info.full and not each.info.ended
        ]

    def best_to_watch(self) -> RemoteSession | None:
        """Return the session of another node for a spectator who names none.

        The one with most players present, and of these the one with most living heroes.
        """
        found = [
            each
            for each in self._elsewhere()
            if _is_open(each.info) and each.info.watchable and not each.info.ended
        ]
        return max(found, key=lambda each: (each.players, each.info.heroes), default=None)


def _is_open(info: SessionInfo) -> bool:
    return info.access == "public" and not info.locked


def _info(session: Session | RemoteSession, *, live: bool, named: bool) -> SessionInfo:
    """Return the line of a session; an operator gets this node's own as they are now."""
    if isinstance(session, Session):
        return session.disclosure.info(live=live, named=named)
    return session.info if named else msgspec.structs.replace(session.info, party=[])
