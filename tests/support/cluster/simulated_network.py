"""What a node of a simulated cluster hears and says: of its clients, and of other nodes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from support.cluster.messages import Inquiry, Reply
from support.cluster.simulated_front import SimulatedFront
from support.cluster.simulated_links import LinkEnd, SimulatedLink
from support.cluster.simulated_loop import SimulatedLoop
from support.cluster.simulated_owner import SimulatedOwner
from support.cluster.virtual_time import Process
from undertide_server.cluster.links.errors import QuestionRefusedError, UnansweredError
from undertide_server.cluster.links.inquiries import ASK_SECONDS, Expected
from undertide_server.cluster.links.messages import LinkAnswer, Question

Dial = Callable[[LinkEnd, str], SimulatedLink | None]
"""Returns a new link to a node, or None if it can't be reached."""


class NamedNode(Protocol):
    """The node, whose id may change."""

    name: str
    process: Process


class SimulatedNetwork:
    """The clients of a node, and its links to others.

    `find_owner` calls back with the id of a run's owner, or with an empty text. `answer` answers
    questions of other nodes.
    """

    def __init__(
        self,
        node: NamedNode,
        loop: SimulatedLoop,
        owner: SimulatedOwner,
        dial: Dial,
        find_owner: Callable[[str, Callable[[str], object]], None],
        answer: Callable[[Question], Awaitable[LinkAnswer]],
    ) -> None:
        self.process = node.process
        self.find_owner = find_owner
        self._node = node
        self._loop = loop
        self._owner = owner
        self._dial = dial
        self._answer = answer
        self._fronts: dict[int, SimulatedFront] = {}
        self._clients: list[SimulatedLink] = []
        self._links: dict[str, tuple[SimulatedLink, LinkEnd]] = {}
        self._asked: dict[int, tuple[str, asyncio.Future[LinkAnswer]]] = {}
        self._numbers = 0

    # --- clients -----------------------------------------------------------------------------

    def accept(self, number: int, link: SimulatedLink, end: LinkEnd) -> None:
        """Serve a client from now on."""
        front = SimulatedFront(
            self._loop.time, self, number, lambda message: link.send(end, message)
        )
        self._fronts[number] = front
        self._clients.append(link)
        end.heard = front.hear
        end.lost = lambda: self._fronts.pop(number).close()

    def close_clients(self) -> None:
        """Close the connections of all clients."""
        for link in self._clients:
            link.cut()
        self._clients.clear()

    def send_to(self, owner: str, message: Any) -> bool:
        """Send a message to an owner, perhaps this very node; return False if there is no way."""
        if owner == self._node.name:
            self.process.later(0.0, lambda: self._owner.hear(message, self._hear_owner, self))
            return True
        link = self._link_to(owner)
        if link is None:
            return False
        link[0].send(link[1], message)
        return True

    def _hear_owner(self, message: Any) -> None:
        if isinstance(message, Reply):
            self._hear_reply(message)
        elif message.member in self._fronts:
            self._fronts[message.member].hear_owner(message)

    # --- other nodes -------------------------------------------------------------------------

    async def query_node(
        self,
        node: str,
        question: Question,
        expected: type[Expected],
        seconds: float = ASK_SECONDS,
    ) -> Expected:
        """Return a node's answer. Raises LinkError."""
        self._numbers += 1
        number = self._numbers
        if not self.send_to(node, Inquiry(number, question)):
            raise UnansweredError(node, "it can't be reached")
        future: asyncio.Future[LinkAnswer] = self._loop.create_future()
        self._asked[number] = node, future
        try:
            async with asyncio.timeout(seconds):
                answer = await future
        except TimeoutError:
            raise UnansweredError(node, "it took too long") from None
        finally:
            del self._asked[number]
        assert isinstance(answer, expected)
        return answer

    def accept_link(self, link: SimulatedLink, end: LinkEnd) -> None:
        """Serve another node by a link."""

        def reply(message: Any) -> None:
            link.send(end, message)

        def hear(message: Any) -> None:
            if isinstance(message, Inquiry):
                self._loop.call_soon(lambda: self._loop.create_task(self._reply(message, reply)))
            else:
                self._owner.hear(message, reply, link)

        end.heard = hear
        end.lost = lambda: self._owner.forget(link)

    def _link_to(self, owner: str) -> tuple[SimulatedLink, LinkEnd] | None:
        known = self._links.get(owner)
        if known is not None and known[0].is_open:
            return known
        end = LinkEnd(self.process)
        end.heard, end.lost = self._hear_owner, lambda: self._lose_link(owner)
        link = self._dial(end, owner)
        if link is None:
            return None
        self._links[owner] = link, end
        return link, end

    def _lose_link(self, owner: str) -> None:
        for front in list(self._fronts.values()):
            if front.owner == owner:
                front.lose_owner()
        for node, future in list(self._asked.values()):
            if node == owner and not future.done():
                future.set_exception(UnansweredError(node, "the link was lost"))

    async def _reply(self, inquiry: Inquiry, reply: Callable[[Any], object]) -> None:
        try:
            reply(Reply(inquiry.number, await self._answer(inquiry.question)))
        except QuestionRefusedError as fault:
            reply(Reply(inquiry.number, None, str(fault)))

    def _hear_reply(self, reply: Reply) -> None:
        _, future = self._asked.get(reply.number, ("", None))
        if future is None or future.done():
            return
        if reply.answer is None:
            future.set_exception(QuestionRefusedError(reply.refusal))
        else:
            future.set_result(reply.answer)
