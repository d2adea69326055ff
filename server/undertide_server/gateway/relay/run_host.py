"""The sessions of this node that move, as `cluster.moves` and the gateway see them."""

import asyncio
from collections.abc import Callable

from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.gateway.relay.relay import Relay
from undertide_server.sessions.model.errors import NotMovableError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session


class GatewayRunHost:
    """The gateway as the host of runs that come and go: see `cluster.moves.RunHost`."""

    def __init__(self, relay: Relay, registry: Registry, scheduler: SessionScheduler) -> None:
        self._relay = relay
        self._registry = registry
        self._scheduler = scheduler
        self._loop = asyncio.get_running_loop()

    def begin(self, session: Session) -> None:
        """Move a session on that has come from another node."""
        self._scheduler.move_on(session)

    def halt(self, session: Session, written: Callable[[], None]) -> None:
        """Halt a session, send what may leave, and keep all that its members say."""
        self._relay.park(session)
        try:
            session.halt(self._loop.time(), written)
        except NotMovableError:
            self._relay.stays(session)
            raise
        finally:
            self._scheduler.move_on(session)

    def go_on(self, session: Session) -> None:
        """Have a halted session go on here; its members enter it again."""
        session.go_on()
        self._relay.stays(session)
        self._scheduler.move_on(session)

    def moved(self, session: Session, node: str) -> None:
        """Drop a session whose run another node owns; its members enter it again there.

        `node` is empty if the owner isn't known. Nothing is written.
        """
        self._scheduler.ended(session)
        self._relay.moved(session, node)
        self._registry.drop(session)
