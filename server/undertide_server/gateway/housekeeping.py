"""Regular work of a server: idle sessions and connections go, changes of accounts are taken up."""

import asyncio
from typing import Final

import structlog

from undertide_server.gateway.connections.peers import Peers
from undertide_server.gateway.edge.connection_gate import ConnectionGate
from undertide_server.gateway.edge.errors import ConnectionClosingError
from undertide_server.gateway.handlers.auth import AuthHandler
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.sessions.registry import IDLE, Registry
from undertide_shared.closing import Closing
from undertide_shared.messages import State

SWEEP_SECONDS: Final = 5.0
"""Time between two sweeps. The limits on idle sessions and connections count minutes."""
CLOSING_SECONDS: Final = 0.05
"""Time between two idle sessions that a sweep closes. To save a run that rests takes milliseconds,
so a sweep takes a tenth of the event loop's time at most, and never much at once."""
LOOK_SECONDS: Final = 0.5
"""Time between two looks for changes of accounts and bans: each is in force everywhere within a
second. To look without a change costs 0.1 ms."""

log = structlog.get_logger()


class Housekeeping:
    """Timers that sweep sessions, connections and notes, and look for changes, until stopped."""

    def __init__(
        self,
        registry: Registry,
        scheduler: SessionScheduler,
        gate: ConnectionGate,
        peers: Peers,
        auth: AuthHandler,
    ) -> None:
        self._registry = registry
        self._scheduler = scheduler
        self._gate = gate
        self._peers = peers
        self._auth = auth
        self._loop = asyncio.get_running_loop()
        self._next_sweep: asyncio.TimerHandle | None = None
        self._next_closing: asyncio.TimerHandle | None = None
        self._next_look: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start to sweep and to look at regular intervals."""
        self._sweep()
        self._look()

    def stop(self) -> None:
        """Stop sweeping and looking."""
        for timer in (self._next_sweep, self._next_closing, self._next_look):
            if timer is not None:
                timer.cancel()

    def _look(self) -> None:
        self._next_look = self._loop.call_later(LOOK_SECONDS, self._look)
        self._auth.take_up_changes()

    def _sweep(self) -> None:
        self._next_sweep = self._loop.call_later(SWEEP_SECONDS, self._sweep)
        now = self._loop.time()
        if self._next_closing is None:
            self._close_idle()
        self._registry.forget_delays(now)
        self._gate.admission.forget_old(now)
        self._auth.forget_expired()
        self._put_out_idle(now)
        self.tell_cut_off()

    def _close_idle(self) -> None:
        """Close an idle session, and soon the next one."""
        self._next_closing = None
        session = self._registry.find_idle(self._loop.time())
        if session is not None:
            log.info("session closed", session=session.id, reason="idle")
            self._scheduler.end(session, IDLE)
            self._next_closing = self._loop.call_later(CLOSING_SECONDS, self._close_idle)

    def _put_out_idle(self, now: float) -> None:
        """End connections that have been idle in the lobby for too long."""
        for peer in list(self._peers):
            silent = now - peer.socket.heard_at
            if peer.state is State.LOBBY and silent > self._gate.limits.idle_lobby_seconds:
                peer.expel(
                    ConnectionClosingError(Closing.IDLE, "you were idle in the lobby for too long")
                )

    def tell_cut_off(self) -> None:
        """Log how many connections the gate has cut off since the last call, and why."""
        for why, connections in self._gate.news():
            log.info("cut off", reason=why, connections=connections)
