"""Who is connected."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from undertide_server.accounts.records import LoginGrant
from undertide_server.content.settings.settings import LimitSettings, ServerSettings
from undertide_server.gateway.connections.endpoint import Endpoint
from undertide_server.gateway.edge.errors import ConnectionClosingError
from undertide_server.gateway.edge.rate_limiter import RateLimiter
from undertide_server.gateway.edge.socket import Socket
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.session import Session
from undertide_shared.messages import State


@dataclass(slots=True, eq=False)
class Peer:
    """One connection: where it stands, and how well it takes what it is sent."""

    number: int
    """Its name for sessions, unique in this process."""
    socket: Socket
    rate_limiter: RateLimiter
    identity: Identity
    """Who is behind it, as far as it has shown."""
    login: LoginGrant | None = None
    """What it is logged in by; None for guests."""
    state: State = State.GREETING
    endpoint: Endpoint | None = None
    clogged: bool = False
    """Whether it is behind with taking what it was sent."""
    in_line: int = 0
    """Frames that wait to be sent to it, after those of players."""
    missed: bool = False
    """Whether a frame was left out for it since."""
    patrol: asyncio.TimerHandle | None = None
    """Looks after some time whether a clogged connection takes anything at all."""
    handler: asyncio.Task[object] | None = None
    """What hears it, while it may speak."""
    parting: ConnectionClosingError | None = None
    """How it was put out by somebody else, if it was."""

    @property
    def session(self) -> Session | None:
        """The session that it has a place in, if any."""
        return None if self.endpoint is None else self.endpoint.session

    def expel(self, parting: ConnectionClosingError) -> None:
        """End its connection, whatever it is in the middle of."""
        self.parting = parting
        if self.handler is not None:
            self.handler.cancel()

    def enter(self, endpoint: Endpoint, state: State) -> None:
        """Note that it has a place."""
        self.endpoint = endpoint
        self.state = state

    def to_lobby(self) -> None:
        """Note that it has no place any more."""
        self.endpoint = None
        self.state = State.LOBBY


class Peers:
    """All connections that were accepted, by number."""

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._numbers = count(1)
        self._peers: dict[int, Peer] = {}

    def apply_settings(self, settings: ServerSettings) -> None:
        """Let those who come from now on go by these settings."""
        self._limits = settings.limits

    def __iter__(self) -> Iterator[Peer]:
        return iter(self._peers.values())

    def __len__(self) -> int:
        return len(self._peers)

    def add(self, socket: Socket, now: float) -> Peer:
        """Return a new peer for a socket."""
        guest = Identity(address_key=socket.address_key)
        rate_limiter = RateLimiter(self._limits, now, socket.allowance.messages)
        peer = Peer(next(self._numbers), socket, rate_limiter, guest)
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
