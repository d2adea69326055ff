"""This node's own sessions, for members who come from another node or enter them again."""

import asyncio
from collections.abc import Container
from typing import Final

from undertide_server.cluster.links.messages import MemberPlaced
from undertide_server.gateway.connections.peers import ConnectedPeer, Peer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.failures import failure_answer
from undertide_server.gateway.loop.session_endpoint import SessionEndpoint
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.gateway.relay.endpoint import RelayEndpoint
from undertide_server.gateway.relay.errors import MisledError
from undertide_server.gateway.relay.locating import named_session
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_shared.codes import id_of
from undertide_shared.messages import ClientMessage, State

HERE: Final = "here"
"""The name of this node in errors."""


class OwnSessions:
    """The part of the relay that knows the sessions of this node."""

    def __init__(self, registry: Registry, scheduler: SessionScheduler, sender: Sender) -> None:
        self._registry = registry
        self._scheduler = scheduler
        self._sender = sender
        self._loop = asyncio.get_running_loop()

    def become(self, peer: Peer, identity: Identity) -> None:
        """Note who a relayed peer is, as its front says."""
        if identity.account != peer.identity.account:
            # This is another person now, who must not own the sessions that the one before made.
            self._registry.forget_maker(peer.number)
        peer.identity = identity

    def may_handle(self, peer: Peer, message: ClientMessage) -> bool:
        """Return whether this node has the session that a message concerns, and it stays here."""
        if peer.endpoint is not None:
            return not is_halted(peer.session)
        said = named_session(message)
        if not said:
            return True
        session = self._registry.sessions.get(id_of(said))
        if session is None:
            return self._registry.resting.find_run(said) is not None
        return not is_halted(session)

    def find(self, session: str, run: str) -> Session | None:
        """Return the session of a run; None if it isn't here, or is about to move."""
        found = self._registry.sessions.get(session)
        if found is None or found.config.run != run or is_halted(found):
            return None
        return found

    # --- sessions that move ------------------------------------------------------------------

    def tell_who_left(self, session: Session, members: Container[int]) -> None:
        """Tell a session that stays which of its members have gone, or left, meanwhile."""
        with self._scheduler.guarding(session):
            for member in session.members.members:
                if member not in members:
                    session.disconnect(member, self._loop.time())

    def check_stays(self, message: ClientMessage) -> None:
        """Raise MisledError if a message names a session that is about to move."""
        if is_halted(self._registry.sessions.get(id_of(named_session(message)))):
            raise MisledError(HERE)

    # --- members who come back ---------------------------------------------------------------

    def enter(self, peer: Peer, session: Session, seat: int | None, name: str) -> int:
        """Make a peer a member of a session again, in its seat or, for None, as a spectator.

        Return the highest sequence of an intent that the run has received from it. Raises
        RequestRefusedError if the session doesn't take it back.
        """
        peer.enter(
            SessionEndpoint(session, self._scheduler),
            State.WATCHING if seat is None else State.PLAYING,
        )
        received = 0
        try:
            with self._scheduler.guarding(session):
                now = self._loop.time()
                received = session.succession.reenter(peer.number, seat, name, peer.identity, now)
        except RequestRefusedError:
            peer.to_lobby()
            raise
        return received

    def reenter(self, peer: ConnectedPeer, endpoint: RelayEndpoint) -> bool:
        """Make a peer, whose run has come here, a direct member; return False if it hasn't.

        What the peer said meanwhile is carried out. Raises RequestRefusedError as `enter`.
        """
        place = endpoint.place
        session = self.find(place.session, place.run)
        if session is None:
            return False
        received = self.enter(peer, session, place.seat, place.name)
        for message in endpoint.waiting(received):
            if peer.endpoint is not None:
                try:
                    peer.endpoint.handle_message(peer.number, message)
                except RequestRefusedError as refusal:
                    self._sender.reply(peer, failure_answer(peer, message, refusal))
        self.move_on(session)
        return True

    def move_on(self, session: Session) -> None:
        """Advance a session after somebody came back."""
        self._scheduler.move_on(session)


def place_of(peer: Peer, member: int) -> MemberPlaced:
    """Return where a peer of this process is, for its front, where it is `member`."""
    session = peer.session
    if session is None:
        return MemberPlaced(member, peer.state)
    where = session.id, session.config.run
    seat = session.members.seating.of_member(peer.number)
    if seat is not None:
        return MemberPlaced(member, peer.state, *where, seat.number, seat.name)
    is_watching = peer.number in session.members.watchers
    name = session.members.watchers.name(peer.number) if is_watching else peer.name
    return MemberPlaced(member, peer.state, *where, None, name)


def is_halted(session: Session | None) -> bool:
    """Return whether a session is about to move: no message reaches it then."""
    return session is not None and session.is_halted
