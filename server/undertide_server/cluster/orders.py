"""Orders of operators about nodes, given to any node: to drain one, and to move a run."""

from undertide_server.cluster.draining import Draining
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.links.questions import Done, DrainNode, MovedRun, MoveRun
from undertide_server.cluster.moves import MOVE_SECONDS, Moves, NodeDirectory
from undertide_server.cluster.store_thread import StoreThread
from undertide_server.store.leases import NodeStatus
from undertide_shared.codes import id_of


class ClusterOrders:
    """The orders about nodes. `directory` knows which one this is."""

    def __init__(
        self,
        directory: NodeDirectory,
        store: StoreThread,
        links: NodeLinks,
        moves: Moves,
        draining: Draining,
    ) -> None:
        self._directory = directory
        self._store = store
        self._links = links
        self._moves = moves
        self._draining = draining

    async def nodes(self) -> tuple[NodeStatus, ...]:
        """Return all nodes that have a row in the store. Raises StoreError or OSError."""
        return await self._store.call(lambda owners: owners.nodes())

    async def drain(self, node: str) -> None:
        """Have a node begin to move its runs to others.

        Raises LinkError if it can't, StoreError or OSError.
        """
        await self._check_living(node)
        if node == self._directory.node:
            await self._draining.answer_drain(DrainNode())
        else:
            await self._links.ask(node, DrainNode(), Done)

    async def transfer(self, session: str, node: str) -> MovedRun:
        """Move the run of a session to a node; return from where, and how long it paused.

        Raises LinkError if it stays, StoreError or OSError.
        """
        await self._check_living(node)
        owned = await self._store.call(lambda owners: owners.owner_of_session(id_of(session)))
        if owned is None or not owned.node:
            raise QuestionRefusedError("no node plays such a session now")
        if owned.node == self._directory.node:
            return await self._moves.move(owned.run, node)
        question = MoveRun(owned.run, node)
        return await self._links.ask(owned.node, question, MovedRun, MOVE_SECONDS)

    async def _check_living(self, node: str) -> None:
        living = [each.id for each in await self.nodes() if each.is_living]
        if node not in living:
            raise QuestionRefusedError(f"there is no node {node!r}: there are {', '.join(living)}")
