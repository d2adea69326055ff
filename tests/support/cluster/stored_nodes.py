"""Nodes and lines of the lobby: to write into a store, and as a heartbeat brings news of them."""

from collections.abc import Mapping, Sequence

import msgspec

from undertide_server.cluster.lobby import SharedLine
from undertide_server.sessions.moderation.door import OPEN, Door
from undertide_server.simulation.version import RULES
from undertide_server.store.leases import ClusterNews, Load, LobbyLine, Node, NodeState, NodeStatus
from undertide_shared.messages import SessionInfo


def node(name: str) -> Node:
    """Return a node that plays by rules of version 7."""
    return Node(id=name, address=f"/run/{name}", key=b"secret", rules=7, version="1.0")


def line(session: str, made: int = 1) -> LobbyLine:
    """Return what a lobby lists of a session."""
    return LobbyLine(session=session, run=f"run-{session}", made=made, line=session.encode())


def node_status(
    name: str, load: Load | None = None, state: NodeState = "serving", *, is_living: bool = True
) -> NodeStatus:
    """Return the row of a node that listens at a socket of its own name."""
    node = Node(name, f"/run/{name}", name.encode(), rules=RULES, version="1")
    return NodeStatus(node, state, load or Load(), 0.0, 0.1, is_living)


def session_line(
    session: str, made: int = 0, players: int = 1, door: Door = OPEN, **facts: object
) -> LobbyLine:
    """Return the line of a session with these facts in its `SessionInfo`."""
    info = SessionInfo(session, "default", "real", heroes=1, spectators=0, seats=4, deepest_floor=1)
    shared = SharedLine(msgspec.structs.replace(info, **facts), players, door)
    return LobbyLine(session, f"run of {session}", made, msgspec.msgpack.encode(shared))


def news_of(
    nodes: Sequence[NodeStatus | str], lobby: Mapping[str, Sequence[LobbyLine]] | None = None
) -> ClusterNews:
    """Return news of nodes, and of those nodes' lines that have changed."""
    found = [node_status(each) if isinstance(each, str) else each for each in nodes]
    lines = {node: tuple(each) for node, each in (lobby or {}).items()}
    return ClusterNews(tuple(found), runs={}, owned=frozenset(), lobby=lines)
