"""Orders of operators about nodes, given to any node: to drain one, and to move a run."""

import asyncio
from collections import Counter
from typing import Final

import structlog

from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.messages import Done, DrainNode, MovedRun, MoveRun
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.moves import MOVE_SECONDS, Moves, NodeDirectory
from undertide_server.cluster.store_thread import StoreThread, answer_of
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.store.leases import NodeStatus
from undertide_shared.codes import id_of

DRAIN_AT_ONCE: Final = 2
"""Runs of a draining node that move at a time: each waits for the one before it at its target."""
DRAIN_TRIES: Final = 3
"""Tries for each run of a draining node. One that still stays can't be moved now."""
log = structlog.get_logger()


class Draining:
    """The draining of this node. It goes on until the node ends."""

    def __init__(
        self, registry: Registry, directory: NodeDirectory, store: StoreThread, moves: Moves
    ) -> None:
        self._registry = registry
        self._directory = directory
        self._store = store
        self._moves = moves
        self._task: asyncio.Task[int] | None = None
        self.has_begun = False

    def close(self) -> None:
        """End what is under way."""
        if self._task is not None:
            self._task.cancel()

    async def answer_drain(self, _question: DrainNode) -> Done:
        """Begin to move all runs to other nodes. Raises QuestionRefusedError."""
        self._moves.targets()
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self.drain())
        return Done()

    async def drain(self) -> int:
        """Move all runs of this node to others, and take no more; return how many stay.

        Runs that are over stay, and those that nobody takes. Raises QuestionRefusedError if no
        other node serves.
        """
        self._moves.targets()
        self.has_begun = True
        node = self._directory.node
        try:
            await answer_of(self._store, lambda owners: owners.set_state(node, "draining"))
        except BaseException:
            self.has_begun = False
            raise
        given: Counter[str] = Counter()
        turns = asyncio.Semaphore(DRAIN_AT_ONCE)
        for _ in range(DRAIN_TRIES):
            leaving = [each for each in self._registry.sessions.values() if self._may_leave(each)]
            if not leaving:
                break
            await asyncio.gather(*(self._move_away(each, given, turns) for each in leaving))
        return sum(map(self._may_leave, self._registry.sessions.values()))

    def _may_leave(self, session: Session) -> bool:
        return session.is_worth_coming_back_to and not self._moves.is_moving(session.config.run)

    async def _move_away(
        self, session: Session, given: Counter[str], turns: asyncio.Semaphore
    ) -> None:
        """Move a run to the node that has least to do."""
        async with turns:
            try:
                targets = self._moves.targets()
                to = min(targets, key=lambda each: (_burden(each) + given[each.id], each.id)).id
                given[to] += 1 + len(session.members.members)
                await self._moves.move(session.config.run, to)
            except QuestionRefusedError as fault:
                log.warning("run stays", run=session.config.run, reason=str(fault))


def _burden(status: NodeStatus) -> int:
    """Return how much a node has to do: a session costs as much as a player."""
    return status.load.sessions + status.load.players


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
            await self._links.query_node(node, DrainNode(), Done)

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
        return await self._links.query_node(owned.node, question, MovedRun, MOVE_SECONDS)

    async def _check_living(self, node: str) -> None:
        living = [each.id for each in await self.nodes() if each.is_living]
        if node not in living:
            raise QuestionRefusedError(f"there is no node {node!r}: there are {', '.join(living)}")
