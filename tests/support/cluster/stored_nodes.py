"""Nodes and lines of the lobby to write into a store."""

from undertide_server.store.leases import LobbyLine, Node


def node(name: str) -> Node:
    """Return a node that plays by rules of version 7."""
    return Node(id=name, address=f"/run/{name}", key=b"secret", rules=7, version="1.0")


def line(session: str, made: int = 1) -> LobbyLine:
    """Return what a lobby lists of a session."""
    return LobbyLine(session=session, run=f"run-{session}", made=made, line=session.encode())
