"""Costly requests: making a session, bringing one back, starting a replay, and orders."""

import asyncio

import structlog

from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.edge.admission import Admission
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session

log = structlog.get_logger()


class SessionCreation:
    """A counter of the costly requests of each address."""

    def __init__(self, registry: Registry, admission: Admission) -> None:
        self._registry = registry
        self._admission = admission
        self._loop = asyncio.get_running_loop()

    def brings(self, peer: Peer, said: str) -> bool:
        """Return whether a session must be made, or brought back, for a peer.

        Raises RequestRefusedError.

        `said` is its id or an invite code; an empty text means any session.
        """
        makes = self._registry.must_make(said, peer.identity)
        if makes:
            self.check(peer)
        return makes

    def check(self, peer: Peer) -> None:
        """Check that a peer may have a session made.

        Raises RequestRefusedError when too many were made for its address.
        """
        if not self._admission.may_create(peer.identity.address_key, self._loop.time()):
            reason = "too many sessions were made from your address: join one of them"
            raise RequestRefusedError("too_fast", reason)

    def check_replay(self, peer: Peer) -> None:
        """Count a replay that a peer begins.

        Raises RequestRefusedError when its address began too many.
        """
        if not self._admission.may_replay(peer.identity.address_key, self._loop.time()):
            reason = "too many replays were started from your address: wait a moment"
            raise RequestRefusedError("too_fast", reason)

    def check_order(self, peer: Peer) -> None:
        """Check that a peer may give an order, which the audit log will record.

        Raises RequestRefusedError when its address filled its share of the log.
        """
        if not self._admission.may_audit(peer.identity.address_key, self._loop.time()):
            reason = "too many orders were given from your address: wait a minute"
            raise RequestRefusedError("too_fast", reason)

    def ordered(self, peer: Peer) -> None:
        """Count an order of a peer that was carried out."""
        self._admission.audited(peer.identity.address_key, self._loop.time())

    def made(self, peer: Peer, session: Session) -> None:
        """Count a session that was made for a peer."""
        self._admission.created(peer.identity.address_key, self._loop.time())
        log.info("session made", session=session.id, preset=session.config.preset)

    def find(self, peer: Peer, said: str) -> Session:
        """Return a session for a peer; bring it back if its run rests.

        Raises RequestRefusedError.
        """
        brings = self.brings(peer, said)
        session = self._registry.find(said)
        if brings:
            self.made(peer, session)
        return session
