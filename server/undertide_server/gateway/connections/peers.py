"""The connections that the server has accepted."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import structlog
from websockets.protocol import State as ConnectionState

from undertide_server.accounts.records import LoginGrant
from undertide_server.content.settings.settings import LimitSettings, ServerSettings
from undertide_server.gateway.connections.endpoint import Endpoint
from undertide_server.gateway.edge.errors import ConnectionClosingError
from undertide_server.gateway.edge.rate_limiter import RateLimiter
from undertide_server.gateway.edge.socket import Socket
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.session import Session
from undertide_shared.messages import State

log = structlog.get_logger()


@dataclass(slots=True, eq=False)
class Peer:
    """One connection: its state, its identity, and how well it takes messages."""

    number: int
    """Its number for sessions, unique in this process."""
    socket: Socket
    rate_limiter: RateLimiter
    identity: Identity
    """The person behind it, as far as it has shown."""
    login: LoginGrant | None = None
    """Its login; None for guests."""
    state: State = State.GREETING
    endpoint: Endpoint | None = None
    name: str = ""
    """The name under which its session knows it; empty elsewhere."""
    clogged: bool = False
    """Whether it is slow to take the bytes sent to it."""
    in_line: int = 0
    """Frames that wait to be sent to it, after those of players."""
    missed: bool = False
    """Whether a frame was left out for it since it became slow."""
    patrol: asyncio.TimerHandle | None = None
    """Timer that checks whether a clogged connection takes anything at all."""
    handler: asyncio.Task[object] | None = None
    """The task that handles its messages, while it may send any."""
    closing: ConnectionClosingError | None = None
    """How somebody else ended its connection, if anybody did."""

    @property
    def session(self) -> Session | None:
        """The session that it is in, if any."""
        return None if self.endpoint is None else self.endpoint.session

    @property
    def _session_id(self) -> str:
        return "" if self.session is None else self.session.id

    @property
    def is_gone(self) -> bool:
        """Whether its connection has ended, or is about to."""
        return self.closing is not None or self.socket.state is not ConnectionState.OPEN

    def expel(self, closing: ConnectionClosingError) -> None:
        """End its connection, even in the middle of a message."""
        self.closing = closing
        if self.handler is not None:
            self.handler.cancel()

    def enter(self, endpoint: Endpoint, state: State) -> None:
        """Note the endpoint that it has joined, and its new state."""
        self.socket.expect_no_pong()
        self.endpoint = endpoint
        self.state = state

    def note_name(self, name: str, seat: int | None) -> None:
        """Log who has joined its session, and the name there; `seat` is None for a spectator."""
        self.name = name
        log.info(
            "joined",
            peer=self.number,
            place=self.identity.address_key,
            account=self.identity.account,
            name=name,
            session=self._session_id,
            seat=seat,
        )

    def to_lobby(self) -> None:
        """Note that it has left its endpoint and is in the lobby."""
        if self.name:
            log.info(
                "left",
                peer=self.number,
                account=self.identity.account,
                name=self.name,
                session=self._session_id,
            )
            self.name = ""
        self.endpoint = None
        self.state = State.LOBBY


class Peers:
    """All accepted connections, by number."""

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._numbers = count(1)
        self._peers: dict[int, Peer] = {}

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings to connections that come from now on."""
        self._limits = settings.limits

    def __iter__(self) -> Iterator[Peer]:
        return iter(self._peers.values())

    def __len__(self) -> int:
        return len(self._peers)

    def add(self, socket: Socket, now: float) -> Peer:
        """Return a new peer for a socket."""
        guest = Identity(address_key=socket.address_key)
        rate_limiter = RateLimiter(self._limits, now)
        peer = Peer(next(self._numbers), socket, rate_limiter, guest)
        self._peers[peer.number] = peer
        return peer

    def remove(self, peer: Peer) -> None:
        """Forget a peer."""
        self._peers.pop(peer.number, None)
        if peer.patrol is not None:
            peer.patrol.cancel()

    def get(self, number: int) -> Peer | None:
        """Return the peer with a number, or None if it is gone."""
        return self._peers.get(number)

    def of_session(self, session: Session) -> list[Peer]:
        """Return all peers in a session."""
        return [peer for peer in self if peer.session is session]
