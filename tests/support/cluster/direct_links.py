"""Nodes of one process that answer each other's questions, without links between them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec

from undertide_server.cluster.health import ClusterHealth
from undertide_server.cluster.links.errors import UnansweredError
from undertide_server.cluster.links.messages import LinkAnswer, LinkQuestion, Question
from undertide_server.cluster.other_nodes import OtherNodes
from undertide_server.simulation.version import RULES
from undertide_server.store.leases import Load, Node, NodeState, NodeStatus

Asked = TypeVar("Asked", bound=LinkQuestion)
Expected = TypeVar("Expected", bound=LinkAnswer)

LATER = 1e9
"""Seconds of the event loop's clock until which the leases of these nodes hold."""


def node_status(node: str, state: NodeState = "serving") -> NodeStatus:
    """Return what the store says about a node that lives."""
    return NodeStatus(Node(node, "", b"", RULES, "0.1.0"), state, Load(), 0.0, 0.0, is_living=True)


class DirectLinks:
    """The links of one node to others of the same process; all of them share `nodes`."""

    def __init__(self, node: str, nodes: "dict[str, DirectLinks]") -> None:
        nodes[node] = self
        self._nodes = nodes
        self._answers: dict[type, Callable[[Any], Awaitable[LinkAnswer]]] = {}
        self.silent = False
        """Whether it gives no answers."""

    def answer_with(
        self, kind: type[Asked], answer: Callable[[Asked], Awaitable[LinkAnswer]]
    ) -> None:
        """Have questions of a type answered by a function."""
        self._answers[kind] = answer

    async def answer(self, question: Question) -> LinkAnswer:
        """Answer a question of another node."""
        return await self._answers[type(question)](question)

    async def query_node(self, node: str, question: Question, expected: type[Expected]) -> Expected:
        """Return a node's answer. Raises UnansweredError."""
        answers = await self.query_nodes([node], question, expected)
        if node not in answers:
            raise UnansweredError(node, "it is silent")
        return answers[node]

    async def query_nodes(
        self, nodes: Collection[str], question: Question, expected: type[Expected]
    ) -> dict[str, Expected]:
        """Return the answers of several nodes, which are encoded on their way."""
        found = {}
        for node in nodes:
            other = self._nodes[node]
            if not other.silent:
                sent = msgspec.msgpack.encode(question)
                heard = msgspec.msgpack.decode(sent, type=Question)
                answer = await other.answer(heard)
                data = msgspec.msgpack.encode(answer)
                found[node] = msgspec.msgpack.decode(data, type=expected)
        return found


def nodes_of_one_process(ids: Sequence[str]) -> dict[str, tuple[OtherNodes, DirectLinks]]:
    """Return some nodes that know each other, by their ids; each has its links with it."""
    links: dict[str, DirectLinks] = {}
    found = {}
    for node in ids:
        health = ClusterHealth(node, len(ids), asyncio.get_running_loop().time())
        health.record_nodes([node_status(each) for each in ids], LATER)
        own = DirectLinks(node, links)
        found[node] = OtherNodes(health, own), own
    return found
