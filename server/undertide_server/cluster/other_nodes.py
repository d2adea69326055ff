"""The other nodes of the server as this one knows and asks them."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol, TypeVar

from undertide_server.cluster.directory import ClusterDirectory
from undertide_server.cluster.health import ClusterHealth
from undertide_server.cluster.links.messages import LinkAnswer, LinkQuestion, Question
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.lobby import ClusterLobby

Asked = TypeVar("Asked", bound=LinkQuestion)
Expected = TypeVar("Expected", bound=LinkAnswer)


class AsksNodes(Protocol):
    """The links of a node, as far as questions go."""

    def answer_with(
        self, kind: type[Asked], answer: Callable[[Asked], Awaitable[LinkAnswer]]
    ) -> None:
        """Have questions of a type answered by a function. It raises QuestionRefusedError."""

    async def query_node(self, node: str, question: Question, expected: type[Expected]) -> Expected:
        """Return a node's answer to a question. Raises LinkError."""

    async def query_nodes(
        self, nodes: Collection[str], question: Question, expected: type[Expected]
    ) -> dict[str, Expected]:
        """Return the answers of several nodes by their ids, without those that gave none."""


class OtherNodes:
    """The other nodes of a server: `health` knows which live, and `links` reach them."""

    def __init__(self, health: ClusterHealth, links: AsksNodes) -> None:
        self.health = health
        self._links = links
        self.answer_with = links.answer_with
        self.query_one = links.query_node

    @property
    def ids(self) -> list[str]:
        """The ids of the other nodes that live."""
        return [status.id for status in self.health.nodes if status.id != self.health.node]

    async def query_all(
        self, question: Question, expected: type[Expected]
    ) -> dict[str, Expected | None]:
        """Return the answers of all other nodes by their ids; None where none came in time."""
        ids = self.ids
        answers = await self._links.query_nodes(ids, question, expected)
        return {node: answers.get(node) for node in ids}


@dataclass(frozen=True, slots=True)
class NodeParts:
    """The parts of a node that its gateway uses."""

    links: NodeLinks
    directory: ClusterDirectory
    lobby: ClusterLobby
    health: ClusterHealth
