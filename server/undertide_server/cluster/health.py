"""How the nodes of a server fare, as one of them knows from the renewals of its lease. Pure."""

from collections.abc import Iterable
from typing import Final

from undertide_server.store.leases import LEASE_SECONDS, NodeStatus

SHOWN_SECONDS: Final = 300.0
"""Time for which an operator is told that a node died: some looks of a slow monitor."""


class ClusterHealth:
    """The nodes that live, those that died, and the leases. `now` is by the event loop's clock.

    `node` is the id of this node, and `wanted` the number of nodes that the operator asked for.
    """

    def __init__(self, node: str, wanted: int, now: float) -> None:
        self.node = node
        self.wanted = wanted
        self.nodes: tuple[NodeStatus, ...] = ()
        """All nodes that live, by id, this one included."""
        self._entered: dict[str, NodeStatus] = {}
        """All nodes that the store had at the last renewal."""
        self._noted = now
        self._died_at: float | None = None
        self._signs: dict[str, float] = {}
        """The moment when each node renewed its lease last, also of those that left lately."""

    def begin_anew(self, node: str) -> None:
        """Go on under another id, since the lease under the former one was lost."""
        self._entered.pop(self.node, None)
        self.nodes = tuple(status for status in self.nodes if status.id != self.node)
        self.node = node

    def record_nodes(self, nodes: Iterable[NodeStatus], now: float) -> int:
        """Take up the nodes that a renewal of this node's lease found in the store.

        Returns the number of those that have left without handing over their runs. A node whose
        lease has expired has not left yet: it may only have waited for the store.
        """
        entered = {status.id: status for status in nodes}
        former, self._entered = self._entered, entered
        self.nodes = tuple(status for status in entered.values() if status.is_living)
        self._noted = now
        self._signs |= {status.id: now - status.lease_age for status in self.nodes}
        self._signs = {
            node: sign for node, sign in self._signs.items() if now - sign < SHOWN_SECONDS
        }
        died = sum(
            former[node].state == "serving" for node in former.keys() - entered.keys() - {self.node}
        )
        if died:
            self._died_at = now
        return died

    @property
    def serving(self) -> int:
        """The number of nodes that live and take new sessions."""
        return sum(status.state == "serving" for status in self.nodes)

    def silence_of(self, node: str, now: float) -> float | None:
        """Return the seconds since a node renewed its lease; None for one that is unknown."""
        sign = self._signs.get(node)
        return None if sign is None else now - sign

    def lease_age(self, now: float) -> float:
        """Return the seconds since this node's lease was renewed."""
        return max(0.0, now - self._noted)

    def has_lease(self, now: float) -> bool:
        """Return whether the lease of this node can still hold."""
        return self.lease_age(now) < LEASE_SECONDS

    def notes(self, now: float) -> list[str]:
        """Return what an operator should know, one line each: nodes that are missing, or died."""
        found = []
        if self.serving < self.wanted:
            found.append(f"{self.serving} of {self.wanted} workers serve")
        if self._died_at is not None and now - self._died_at < SHOWN_SECONDS:
            found.append(f"a worker died {now - self._died_at:.0f} s ago")
        return found
