"""A node among others: its parts, fed by the renewals of its lease."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from undertide_server.cluster.directory import AsksStore, ClusterDirectory
from undertide_server.cluster.lease_keeper import Beat, LeaseKeeper, LeaseReport
from undertide_server.cluster.links.node_links import LinkHandler, NodeLinks
from undertide_server.cluster.lobby import ClusterLobby
from undertide_server.cluster.lobby_lines import LobbyLines
from undertide_server.cluster.node_parts import NodeParts
from undertide_server.cluster.roster import NodeRoster
from undertide_server.sessions.registry import Registry
from undertide_server.store.ownership import Load, LobbyLine


class JoinedNode:
    """The directory, the lobby and the links of a node that is entered in the store.

    Call `note` on the event loop with what came of each renewal. `store` answers questions about
    owners, `wanted` is the number of nodes that the operator asked for, and `wall` returns seconds
    since 1970.
    """

    def __init__(
        self,
        keeper: LeaseKeeper,
        registry: Registry,
        store: AsksStore,
        wanted: int,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._keeper = keeper
        self._registry = registry
        self._lines = LobbyLines(registry, wall)
        node = keeper.node
        directory = ClusterDirectory(node.id, registry, self._lines, store)
        self.parts = NodeParts(
            NodeLinks(node.id, node.key, directory.address_of),
            directory,
            ClusterLobby(registry, self._lines, directory.remote),
            NodeRoster(node.id, wanted, asyncio.get_running_loop().time()),
        )

    def note(self, beat: Beat) -> None:
        """Take in the news of a renewal; go on under another id if the lease was lost.

        The gateway notes the nodes in the roster, since it counts those that died.
        """
        parts = self.parts
        if beat.lost is not None:
            parts.directory.node = parts.roster.node = beat.lost.id
            parts.links.begin_anew(beat.lost.id)
            self._lines.tell_again()
        if beat.news is not None:
            parts.links.drop(parts.directory.note_news(beat.news))

    @asynccontextmanager
    async def serving(self, handler: LinkHandler) -> AsyncIterator[None]:
        """Accept links, and tell the others of this node's sessions, until this ends.

        Raises OSError if it can't listen at the address of the node, the path of a Unix socket.
        """
        path = Path(self._keeper.node.address)
        async with (
            self.parts.links.listening(path, handler),
            self._lines.publishing(self._publish),
        ):
            yield

    def _publish(self, load: Load, lines: Sequence[LobbyLine] | None) -> None:
        self._keeper.report(LeaseReport(load, self._registry.room))
        if lines is not None:
            self._keeper.list_lines(lines)
