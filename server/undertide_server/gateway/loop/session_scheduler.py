"""The scheduler of all sessions: it advances each one when it is due, then sends its messages.

Every session has its own phase, set by the moment when it began. So the beats of many sessions are
spread out, and no player waits behind all other sessions.
"""

import asyncio
from collections.abc import Callable, Sequence
from types import TracebackType

import structlog

from undertide_server.gateway.connections.peers import Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.edge.loop_shares import LoopShares
from undertide_server.gateway.loop.timers import Timers
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.simulation.extension import blamed
from undertide_shared.messages import Error, Left, State

FAILED = "this session failed and was closed; the server's log says why"
EXTENSION_FAILED = "the extension {} failed, which closed this session; the server's log says why"

log = structlog.get_logger()


class Guard:
    """A context around a session's work. If the work fails, only that session is closed.

    RequestRefusedError passes through, since it is an answer.
    """

    __slots__ = ("_give_up", "_session")

    def __init__(self, session: Session, give_up: Callable[[Session, Exception], None]) -> None:
        self._session = session
        self._give_up = give_up

    def __enter__(self) -> None:
        """Do nothing; the work is on exit."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if isinstance(fault, RequestRefusedError) or not isinstance(fault, Exception):
            return False
        self._give_up(self._session, fault)
        return True


class SessionScheduler:
    """A driver of a registry's sessions in one event loop. No session's failure reaches another."""

    def __init__(
        self,
        registry: Registry,
        peers: Peers,
        sender: Sender,
        counters: Counters,
        shares: LoopShares,
    ) -> None:
        self._registry = registry
        self._peers = peers
        self._sender = sender
        self._counters = counters
        self._shares = shares
        self._in_line: set[str] = set()
        """Ids of sessions that wait for a turn of their players' addresses."""
        self._loop = asyncio.get_running_loop()
        self.timers = Timers(self._advance_when_due)
        """The next call of each session."""
        self._suspended = False

    def move_on(self, session: Session) -> None:
        """Advance a session after something came from outside: now, or when it is due.

        Ignore a session that has failed meanwhile.
        """
        if not self._suspended and self._registry.sessions.get(session.id) is session:
            with self.guarding(session):
                session.on_outgoing = self._send_committed
                now = self._loop.time()
                due = session.due(now)
                if due is not None and due <= now:
                    self._advance(session, now)
                else:
                    self._send(session)
                    self.timers.set(session, due)
        # Somebody waits for this answer, and one iteration of the event loop may take any time.
        self._sender.flush()

    def guarding(self, session: Session) -> Guard:
        """Return a context for a session's work. If the work fails, the session alone is closed."""
        return Guard(session, self._give_up)

    def suspend(self) -> None:
        """Keep every run as it is now, for the next server to bring back.

        No step follows: the kept state is the run's last.
        """
        self._suspended = True
        for session in list(self._registry.sessions.values()):
            self.timers.set(session, None)
            with self.guarding(session):
                session.suspend()

    def end(self, session: Session, reason: str) -> None:
        """Close a session and tell its members why."""
        with self.guarding(session):
            self._registry.close(session, reason)
            self.ended(session)

    def set_aside(self, session: Session, reason: str) -> None:
        """Close a session whose run was set aside in the store, and tell its members why."""
        with self.guarding(session):
            self._registry.close(session, reason, "aside")
            self.ended(session)

    def ended(self, session: Session) -> None:
        """Send the last messages of a session that was closed."""
        session.on_outgoing = None
        self.timers.set(session, None)
        self._send(session)
        self._sender.flush()

    # --- one session -------------------------------------------------------------------------

    def _advance_when_due(self, session: Session, due: float) -> None:
        """Advance a session whose time has come. A timer may call slightly early."""
        now = max(due, self._loop.time())
        self._counters.lateness.observe(now - due)
        payers = session.members.directory.players_address_keys
        if not self._shares.must_all_wait(payers, now):
            # A guard costs more than beats should pay. And a refusal is a fault here: nobody asked.
            try:
                self._advance(session, now, payers)
            except Exception as fault:  # noqa: BLE001  (logged, and the session is closed)
                self._give_up(session, fault)
        elif session.id not in self._in_line:
            self._in_line.add(session.id)
            self._shares.wait(payers[0], lambda: self._advance_in_turn(session))

    def _advance_in_turn(self, session: Session) -> None:
        """Advance a session that has waited for its turn, if it is still there and due."""
        self._in_line.discard(session.id)
        if self._suspended or self._registry.sessions.get(session.id) is not session:
            return
        now = self._loop.time()
        try:  # As in any other beat.
            due = session.due(now)
            if due is not None and due <= now:
                self._advance(session, now, session.members.directory.players_address_keys)
            else:
                self.timers.set(session, due)
        except Exception as fault:  # noqa: BLE001  (logged, and the session is closed)
            self._give_up(session, fault)

    def _advance(self, session: Session, now: float, payers: Sequence[str] = ()) -> None:
        """Advance a session, and charge the payers evenly for the time that it takes."""
        session.advance(now)
        ended = self._loop.time()
        took = max(0.0, ended - now)
        self._counters.beats.observe(took)
        if payers:
            self._shares.charge_evenly(payers, took, ended)
        self._send(session)
        self.timers.set(session, session.due(now))

    def _send_committed(self, session: Session) -> None:
        """Send messages of a session that more durable steps allow.

        Set its next call if it waited for them.
        """
        try:  # As in a beat.
            self._send(session)
            if session.journal_writer.has_made_room and not self._suspended:
                self.timers.set(session, session.due(self._loop.time()))
        except Exception as fault:  # noqa: BLE001  (logged, and the session is closed)
            self._give_up(session, fault)

    def _send(self, session: Session) -> None:
        """Send the messages that may leave; move dismissed members to the lobby.

        Members who got their seat out of the line are players from now on.
        """
        parcels = session.outbox.take_committed()
        if parcels:
            self._sender.send_soon(parcels)
        if session.membership.has_moved_members:
            self._move_members(session)

    def _move_members(self, session: Session) -> None:
        """Note where members of a session are now, since it has moved them."""
        for member in session.membership.take_dismissed():
            peer = self._peers.get(member)
            if peer is not None and peer.session is session:
                peer.to_lobby()
        for member in session.membership.take_admitted():
            peer = self._peers.get(member)
            if peer is not None and peer.endpoint is not None and peer.session is session:
                peer.enter(peer.endpoint, State.PLAYING)

    def _give_up(self, session: Session, fault: Exception) -> None:
        """Move everyone in a failed session to the lobby, whatever its state, and close it."""
        reason, extension = FAILED, blamed(fault)
        if extension:
            reason = EXTENSION_FAILED.format(extension)
            log.error("extension failed", session=session.id, extension=extension)
        log.error("session failed", session=session.id, exc_info=fault)
        session.on_outgoing = None
        self.timers.set(session, None)
        for peer in self._peers.of_session(session):
            peer.to_lobby()
            self._sender.reply(peer, Error("internal", reason))
            self._sender.reply(peer, Left(session.id, reason))
        try:
            self._registry.close(session, reason, "aside")
        except Exception:
            log.exception("session could not be closed", session=session.id)
