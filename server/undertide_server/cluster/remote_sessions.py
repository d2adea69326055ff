"""The live sessions of other nodes, by the lines that these write for all lobbies."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from undertide_server.cluster.lobby_lines import decode_line
from undertide_server.store.leases import LobbyLine
from undertide_shared.messages import SessionInfo


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

    def note(self, changed: Mapping[str, Iterable[LobbyLine]], nodes: Mapping[str, bool]) -> None:
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
                found[line.session] = RemoteSession(line, node, shared.info, shared.players)
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
