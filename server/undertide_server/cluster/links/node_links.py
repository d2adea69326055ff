"""All links of one node: those that it has dialled, and those that it has accepted."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, Protocol, TypeVar

import structlog

from undertide_server.cluster.links.address import NodeAddress
from undertide_server.cluster.links.errors import LinkError, QuestionRefusedError, UnansweredError
from undertide_server.cluster.links.inquiries import ASK_SECONDS, Expected
from undertide_server.cluster.links.link import (
    TO_FRONT,
    TO_OWNER,
    LinkToFront,
    LinkToOwner,
    LinkWire,
    WireEnd,
)
from undertide_server.cluster.links.listener import LinkListener
from undertide_server.cluster.links.messages import (
    FrontMessage,
    LinkAnswer,
    LinkQuestion,
    OwnerMessage,
    Question,
)
from undertide_server.cluster.links.opening import dial, listening

KEY_BYTES: Final = 32
"""Bytes of a node's key, which it writes into its row of the store."""
MOST_NODES: Final = 256
"""Nodes and commands that may have dialled this one at once: more nodes than one database carries.
A link that nobody uses takes some 70 KB."""
REDIAL_SECONDS: Final = 0.25
"""Time in which a node that could not be reached isn't dialled again."""

Asked = TypeVar("Asked", bound=LinkQuestion)
Dial = Callable[[NodeAddress, str, WireEnd], Awaitable[LinkWire]]

log = structlog.get_logger()


class LinkHandler(Protocol):
    """What the gateway does with what links bring."""

    def handle_from_front(self, link: LinkToFront, message: FrontMessage) -> None:
        """Take a message from a node whose clients are in sessions of this one."""

    def handle_from_owner(self, link: LinkToOwner, message: OwnerMessage) -> None:
        """Take a message from a node in whose sessions clients of this one are."""

    def front_lost(self, link: LinkToFront) -> None:
        """Forget all members who came over a link. They enter again over another one."""

    def owner_lost(self, link: LinkToOwner) -> None:
        """Find new owners for the members whose link was lost."""


class NodeLinks:
    """The links of one node. `address_of` returns where another node listens, if it lives.

    A node dials another one when it first has something for it. If that fails, or the link is
    lost, the next message dials again.
    """

    def __init__(
        self,
        node: str,
        key: bytes,
        address_of: Callable[[str], NodeAddress | None],
        dial: Dial = dial,
    ) -> None:
        self.node = node
        """The id of this node, which other nodes are told when it dials them."""
        self._key = key
        self._address_of = address_of
        self._dial = dial
        self._loop = asyncio.get_running_loop()
        self._handler: LinkHandler | None = None
        self._answers: dict[type, Callable[..., Awaitable[LinkAnswer]]] = {}
        self._owners: dict[str, LinkToOwner] = {}
        self._fronts: dict[str, LinkToFront] = {}
        self._dialling: set[asyncio.Task[None]] = set()
        self._unreachable_until: dict[str, float] = {}

    @asynccontextmanager
    async def listening(self, listener: LinkListener, handler: LinkHandler) -> AsyncIterator[None]:
        """Accept links until this ends. Raises OSError if it can't."""
        async with listening(listener, self._key, self.accept):
            with self.open_to(handler):
                yield

    @contextmanager
    def open_to(self, handler: LinkHandler) -> Iterator[None]:
        """Hand all that links bring to a handler; close all links when this ends."""
        self._handler = handler
        try:
            yield
        finally:
            self._handler = None
            for task in self._dialling:
                task.cancel()
            for link in self._links:
                link.close("the node stops")

    @property
    def _links(self) -> list[LinkToOwner | LinkToFront]:
        return [*self._owners.values(), *self._fronts.values()]

    def begin_anew(self, node: str) -> None:
        """Go on under another id, since the lease was lost. All links end: they had the old one."""
        self.node = node
        for link in self._links:
            link.close("the node has lost its lease")

    def answer_with(
        self, kind: type[Asked], answer: Callable[[Asked], Awaitable[LinkAnswer]]
    ) -> None:
        """Have questions of a type answered by a function. It raises QuestionRefusedError."""
        self._answers[kind] = answer

    # --- links that this node dials ----------------------------------------------------------

    def to(self, node: str) -> LinkToOwner | None:
        """Return the link to another node; dial it if there is none.

        The link takes messages at once. Returns None if the node doesn't live, or could not be
        reached a moment ago.
        """
        link = self._owners.get(node)
        if link is not None or self._handler is None:
            return link
        address = self._address_of(node)
        if address is None or self._loop.time() < self._unreachable_until.get(node, 0.0):
            return None
        take, on_lost = self._handler.handle_from_owner, self._owner_lost
        link = LinkToOwner(node, TO_FRONT, take, self._answer, on_lost)
        self._owners[node] = link
        task = self._loop.create_task(self._open(link, address))
        self._dialling.add(task)
        task.add_done_callback(self._dialling.discard)
        return link

    async def _open(self, link: LinkToOwner, address: NodeAddress) -> None:
        try:
            wire = await self._dial(address, self.node, link)
        except LinkError as fault:
            self._unreachable_until[link.node] = self._loop.time() + REDIAL_SECONDS
            link.lose(str(fault))
        else:
            link.open(wire)

    def _owner_lost(self, link: LinkToOwner) -> None:
        if self._owners.get(link.node) is link:
            del self._owners[link.node]
            if self._handler is not None:
                self._handler.owner_lost(link)

    # --- links that other nodes dial ---------------------------------------------------------

    def accept(self, node: str, wire: LinkWire) -> LinkToFront:
        """Return the end of a link that another node has dialled. A node has one such link."""
        former = self._fronts.get(node)
        if former is not None:
            former.lose("the node has dialled again")
        link = LinkToFront(node, TO_OWNER, self._take_from_front, self._answer, self._front_lost)
        if self._handler is None or len(self._fronts) >= MOST_NODES:
            link.lose("this node accepts no more links")
        else:
            self._fronts[node] = link
        link.open(wire)
        return link

    def _take_from_front(self, link: LinkToFront, message: FrontMessage) -> None:
        if self._handler is not None:
            self._handler.handle_from_front(link, message)

    def _front_lost(self, link: LinkToFront) -> None:
        if self._fronts.get(link.node) is link:
            del self._fronts[link.node]
            if self._handler is not None:
                self._handler.front_lost(link)

    def drop(self, gone: Collection[str]) -> None:
        """End the links with nodes that are no longer in the store."""
        for link in self._links:
            if link.node in gone:
                link.lose("the node has left")
        for node in gone:
            self._unreachable_until.pop(node, None)

    # --- questions ---------------------------------------------------------------------------

    async def query_node(
        self,
        node: str,
        question: Question,
        expected: type[Expected],
        seconds: float = ASK_SECONDS,
    ) -> Expected:
        """Return a node's answer to a question. Raises UnansweredError, QuestionRefusedError."""
        link = self.to(node)
        if link is None:
            raise UnansweredError(node, "it can't be reached")
        return await link.fetch_answer(question, expected, seconds)

    async def query_nodes(
        self, nodes: Collection[str], question: Question, expected: type[Expected]
    ) -> dict[str, Expected]:
        """Return the answers of several nodes by their ids, without those that gave none."""
        asked = [self.query_node(node, question, expected) for node in nodes]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        found: dict[str, Expected] = {}
        for node, answer in zip(nodes, answers, strict=True):
            if isinstance(answer, expected):
                found[node] = answer
            elif isinstance(answer, LinkError):
                log.warning("a node gave no answer", node=node, reason=str(answer))
            elif isinstance(answer, BaseException):
                raise answer
        return found

    async def _answer(self, question: Question) -> LinkAnswer:
        answer = self._answers.get(type(question))
        if answer is None:
            raise QuestionRefusedError(f"this node answers no {type(question).__name__}")
        return await answer(question)
