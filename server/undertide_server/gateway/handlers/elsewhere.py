"""The interface to sessions of other nodes."""

from collections.abc import Sequence
from typing import Protocol

from undertide_server.gateway.connections.peers import ConnectedPeer
from undertide_server.sessions.model.identity import Identity
from undertide_shared.messages import ClientMessage, SessionInfo


class SessionsElsewhere(Protocol):
    """The sessions of all other nodes, for clients that are connected to this one."""

    async def handles(self, peer: ConnectedPeer, message: ClientMessage) -> bool:
        """Have another node carry out a message if it concerns that node; return whether it does.

        Raises RequestRefusedError.
        """

    def became(self, peer: ConnectedPeer) -> None:
        """Tell the nodes that know a peer that it has logged in or out."""

    def disconnected(self, peer: ConnectedPeer) -> None:
        """Tell the nodes that know a peer that its connection is gone."""

    def infos(self, skip: int, count: int, *, operator: bool) -> list[SessionInfo]:
        """Return a page of the lobby's list, with the sessions of all nodes, this one's too."""

    async def thumbnails(self, sessions: Sequence[str], identity: Identity) -> list[bytes]:
        """Return the encoded thumbnails of those sessions of other nodes that a person may see."""
