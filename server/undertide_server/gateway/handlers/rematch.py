"""Another run for the same party, once theirs is over."""

import asyncio

from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.session_creation import SessionCreation
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_shared.messages import NewRun


class RematchHandler:
    """The maker of the session in which a party plays again.

    The first player who asks makes it, and leads it; everyone else is told, and joins it.
    """

    def __init__(
        self,
        registry: Registry,
        scheduler: SessionScheduler,
        sender: Sender,
        session_creation: SessionCreation,
    ) -> None:
        self._registry = registry
        self._scheduler = scheduler
        self._sender = sender
        self._session_creation = session_creation
        self._making: dict[str, asyncio.Task[None]] = {}
        """The sessions that are being made, by the ids of those that are over."""

    async def answer(self, peer: Peer) -> None:
        """Tell a player where its party plays again. Raises RequestRefusedError."""
        over = peer.session
        assert over is not None, "only members of a session may ask"
        if not over.run.progress.ended:
            raise RequestRefusedError("wrong_state", "the run is not over yet")
        if over.successor not in self._registry.sessions:
            await self._make_once(peer, over)
        if peer.session is over:
            self._sender.reply(peer, self._new_run(over))

    async def _make_once(self, peer: Peer, over: Session) -> None:
        """Make the session, unless another player's request for it is under way: wait for that."""
        making = self._making.get(over.id)
        if making is None:
            making = asyncio.create_task(self._make(peer, over))
            self._making[over.id] = making
            making.add_done_callback(lambda task: self._made(over, task))
        # Others may wait for it too, so one who gives up must not cancel it.
        await asyncio.shield(making)

    def _made(self, over: Session, task: "asyncio.Task[None]") -> None:
        """Forget a task that has ended. Its fault is for those who wait, if anybody still does."""
        del self._making[over.id]
        if not task.cancelled():
            task.exception()

    async def _make(self, peer: Peer, over: Session) -> None:
        made = await self._session_creation.make_again(peer, over)
        if made is None:
            raise RequestRefusedError("unknown_session", "the other player has left: ask again")
        over.successor = made.id
        seat = over.members.seating.of_member(peer.number)
        over.announcer.tell_new_run(self._new_run(over, seat.name if seat else ""), peer.number)
        self._scheduler.move_on(over)
        self._scheduler.move_on(made)

    def _new_run(self, over: Session, by: str = "") -> NewRun:
        """Return the way to the session in which a party plays again."""
        return NewRun(over.successor, self._registry.find(over.successor).policy.invite, by)
