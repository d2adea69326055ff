"""The nodes that share one store, as it knows them: data alone.

A *node* is a server process that owns runs; its row is its *lease*. All times are those of the
store's clock.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

LEASE_SECONDS: Final = 2.0
"""Time after a renewal until the lease of a node expires: long enough for three more tries, and
short enough that players of a node that was killed wait no longer than they would for a floor."""

NodeState = Literal["serving", "draining"]


@dataclass(frozen=True, slots=True)
class Node:
    """A node, as it enters itself in the store."""

    id: str
    address: str
    """Where other nodes reach it: a Unix socket, or a host and a port; empty if nobody can."""
    key: bytes = field(repr=False)
    """The secret that another node must show it."""
    rules: int
    version: str
    certificate: bytes = b""
    """The certificate, in DER, that it shows over TLS; empty if it listens at a Unix socket."""


class Load(NamedTuple):
    """How much a node has to do."""

    sessions: int = 0
    players: int = 0
    watchers: int = 0


class LobbyLine(NamedTuple):
    """The line of a live session, for the lobbies of all nodes."""

    session: str
    run: str
    made: int
    """Its place among the sessions of its node: the one that was made first has the lowest."""
    line: bytes
    """What the lobby shows, and who may see it, as the nodes encode it."""


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """A node that has a row in the store."""

    node: Node
    state: NodeState
    load: Load
    begun: float
    """When it entered itself, in seconds since 1970."""
    lease_age: float
    """Seconds since its last renewal."""
    is_living: bool
    """Whether its lease holds."""

    @property
    def id(self) -> str:
        """The id of the node."""
        return self.node.id


@dataclass(frozen=True, slots=True)
class ClusterNews:
    """What a node learns from a renewal of its lease."""

    nodes: tuple[NodeStatus, ...]
    """All nodes with a row, by id, this one included."""
    runs: Mapping[str, int]
    """The number of runs that each owner has, by its id; owners without a lease are among them."""
    owned: frozenset[str]
    """The runs of this node. If it doesn't play one of them for longer than a change of owners
    takes, the answer to its claim was lost: it claims the run again."""
    lobby: Mapping[str, tuple[LobbyLine, ...]]
    """All lines of each node whose lines have changed since the last news, by its id."""
    went_back: bool = False
    """Whether the store lost a renewal that it had acknowledged: it is not the store of before, or
    lacks its last changes."""

    @property
    def orphans(self) -> int:
        """The number of runs whose owner has no lease any more."""
        return self._runs_but_of({node.id for node in self.nodes if node.is_living})

    @property
    def abandoned(self) -> int:
        """The number of these whose owner has ended for sure: it was removed."""
        return self._runs_but_of({node.id for node in self.nodes})

    def _runs_but_of(self, nodes: Set[str]) -> int:
        return sum(count for owner, count in self.runs.items() if owner not in nodes)
