"""Who is connected."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from undertide_server.content.settings import LimitSettings
from undertide_server.gateway.patience import Patience
from undertide_server.gateway.place import Place
from undertide_server.gateway.socket import Socket
from undertide_server.sessions.session import Session
from undertide_shared.messages import State


@dataclass(slots=True, eq=False)
class Peer:
    """One connection: where it stands, and how well it takes what it is sent."""

    number: int
    """Its name for sessions, unique in this process."""
    socket: Socket
    patience: Patience
    state: State = State.GREETING
    place: Place | None = None
    clogged: bool = False
    """Whether it is behind with taking what it was sent."""
    missed: bool = False
    """Whether a frame was left out for it since."""
    patrol: asyncio.TimerHandle | None = None
    """Looks after some time whether a clogged connection takes anything at all."""

    @property
    def session(self) -> Session | None:
        """The session that it has a place in, if any."""
        return None if self.place is None else self.place.session

    def enter(self, place: Place, state: State) -> None:
        """Note that it has a place."""
        self.place = place
        self.state = state

    def to_lobby(self) -> None:
        """Note that it has no place any more."""
        self.place = None
        self.state = State.LOBBY


class Peers:
    """All connections that were accepted, by number."""

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._numbers = count(1)
        self._peers: dict[int, Peer] = {}

    def __iter__(self) -> Iterator[Peer]:
        return iter(self._peers.values())

    def __len__(self) -> int:
        return len(self._peers)

    def add(self, socket: Socket, now: float) -> Peer:
        """Return a new peer for a socket."""
        peer = Peer(next(self._numbers), socket, Patience(self._limits, now))
        self._peers[peer.number] = peer
        return peer

    def remove(self, peer: Peer) -> None:
        """Forget a peer."""
        self._peers.pop(peer.number, None)
        if peer.patrol is not None:
            peer.patrol.cancel()

    def get(self, number: int) -> Peer | None:
        """Return the peer of a number, unless it is gone."""
        return self._peers.get(number)

    def of_session(self, session: Session) -> list[Peer]:
        """Return everyone who has a place in a session."""
        return [peer for peer in self if peer.session is session]
