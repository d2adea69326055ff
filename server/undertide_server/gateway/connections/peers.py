"""The connections of people: those that this process has accepted, and those of other nodes."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Protocol

import structlog
from websockets.protocol import State as ConnectionState

from undertide_server.accounts.records import LoginGrant
from undertide_server.content.settings.settings import LimitSettings, ServerSettings
from undertide_server.gateway.connections.endpoint import Endpoint
from undertide_server.gateway.edge.errors import ConnectionClosingError
from undertide_server.gateway.edge.rate_limiter import RateLimiter
from undertide_server.gateway.edge.socket import Socket
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.session import Session
from undertide_shared.messages import State

SESSION_STATES: Final = frozenset({State.PLAYING, State.WATCHING})
"""The states of those who are in a session."""

log = structlog.get_logger()


@dataclass(slots=True, eq=False)
class Peer:
    """The connection of one person: its state and its identity.

    `ConnectedPeer` or `RelayedPeer` says where the person's client is connected.
    """

    number: int
    """Its number for sessions, unique in this process."""
    identity: Identity
    """The person behind it, as far as it has shown."""
    state: State = State.GREETING
    endpoint: Endpoint | None = None
    name: str = ""
    """The name under which its session knows it; empty elsewhere."""

    @property
    def session(self) -> Session | None:
        """The session of this process that it is in, if any."""
        return None if self.endpoint is None else self.endpoint.session

    @property
    def _session_id(self) -> str:
        return "" if self.session is None else self.session.id

    @property
    def is_in_session(self) -> bool:
        """Whether it is in a session, of this process or another."""
        return self.state in SESSION_STATES

    @property
    def is_gone(self) -> bool:
        """Whether its connection has ended, or is about to."""
        raise NotImplementedError

    def place(self, endpoint: Endpoint, state: State) -> None:
        """Note where it is."""
        self.endpoint = endpoint
        self.state = state

    def enter(self, endpoint: Endpoint, state: State) -> None:
        """Note the endpoint that it has joined, and its new state."""
        self.place(endpoint, state)

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


@dataclass(slots=True, eq=False, kw_only=True)
class ConnectedPeer(Peer):
    """A peer whose client is connected to this process, and how well it takes messages."""

    socket: Socket
    rate_limiter: RateLimiter
    login: LoginGrant | None = None
    """Its login; None for guests."""
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
        self.place(endpoint, state)


class FrontNode(Protocol):
    """Another node, to which the clients of relayed peers are connected."""

    def deliver(self, members: Sequence[int], parcel: Parcel) -> None:
        """Send a parcel to peers there, named by their numbers there."""

    def note_moved(self, peer: "RelayedPeer") -> None:
        """Tell the node soon where a peer is now, or that it has left its endpoint."""


@dataclass(slots=True, eq=False, kw_only=True)
class RelayedPeer(Peer):
    """A peer whose client is connected to another node, the front, which relays it to this one."""

    front: FrontNode
    member: int
    """Its number there."""
    is_gone: bool = False

    def enter(self, endpoint: Endpoint, state: State) -> None:
        """Note the endpoint that it has joined, and its new state."""
        self.place(endpoint, state)
        self.front.note_moved(self)

    def to_lobby(self) -> None:
        """Note that it has left its endpoint and is in the lobby."""
        Peer.to_lobby(self)
        self.front.note_moved(self)


class Peers:
    """All peers, by number. Iteration yields those whose clients are connected to this process."""

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._numbers = count(1)
        self.connected: dict[int, ConnectedPeer] = {}
        """The peers whose clients are connected to this process."""
        self.relayed: dict[int, RelayedPeer] = {}
        """The peers whose clients are connected to other nodes."""

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings to connections that come from now on."""
        self._limits = settings.limits

    def __iter__(self) -> Iterator[ConnectedPeer]:
        return iter(self.connected.values())

    def __len__(self) -> int:
        return len(self.connected)

    def add(self, socket: Socket, now: float) -> ConnectedPeer:
        """Return a new peer for a socket."""
        guest = Identity(address_key=socket.address_key)
        rate_limiter = RateLimiter(self._limits, now)
        number = next(self._numbers)
        peer = ConnectedPeer(number, guest, socket=socket, rate_limiter=rate_limiter)
        self.connected[number] = peer
        return peer

    def add_relayed(self, front: FrontNode, member: int, identity: Identity) -> RelayedPeer:
        """Return a new peer, in the lobby, for a member that a front relays."""
        number = next(self._numbers)
        peer = RelayedPeer(number, identity, State.LOBBY, front=front, member=member)
        self.relayed[number] = peer
        return peer

    def remove(self, peer: Peer) -> None:
        """Forget a peer."""
        self.relayed.pop(peer.number, None)
        gone = self.connected.pop(peer.number, None)
        if gone is not None and gone.patrol is not None:
            gone.patrol.cancel()

    def get(self, number: int) -> Peer | None:
        """Return the peer with a number, or None if it is gone."""
        return self.connected.get(number) or self.relayed.get(number)

    def of_session(self, session: Session) -> list[Peer]:
        """Return all peers in a session of this process."""
        everyone = (*self.connected.values(), *self.relayed.values())
        return [peer for peer in everyone if peer.session is session]
