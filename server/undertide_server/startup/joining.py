"""A node among the others: links, lobby, relay, and the runs that come and go."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from undertide_server.cluster.cut_off import CutOff
from undertide_server.cluster.directory import ClusterDirectory
from undertide_server.cluster.health import ClusterHealth
from undertide_server.cluster.incoming import IncomingRuns
from undertide_server.cluster.lease import RENEW_SECONDS
from undertide_server.cluster.lease_keeper import LeaseKeeper, LeaseReport
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.listener import LinkListener
from undertide_server.cluster.links.messages import (
    AskMayClaim,
    DrainNode,
    MayClaim,
    MoveRun,
    TakeRun,
)
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.lobby import ClusterLobby, LobbyLines
from undertide_server.cluster.moves import Moves
from undertide_server.cluster.orders import ClusterOrders, Draining
from undertide_server.cluster.other_nodes import NodeParts
from undertide_server.cluster.own_node import LeaseWatch
from undertide_server.cluster.store_thread import StoreThread
from undertide_server.cluster.takeover import Takeover
from undertide_server.gateway.server import Gateway
from undertide_server.sessions.registry import Registry
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.leases import ClusterNews, Load, LobbyLine, Node
from undertide_server.store.ownership import opened_ownership
from undertide_server.util.background import running

GATHER_SECONDS: Final = 5.0
"""Time for which a new node claims nothing while others may be starting with it. Otherwise the
first one of a start would take all runs that go on, and they stay where they are."""
HAND_OVER_SECONDS: Final = 20.0
"""Time for a node that stops to hand over its runs: each takes some tenths of a second. What is
left then is claimed by the others, which takes players two seconds more."""
SEEN_SECONDS: Final = 2 * RENEW_SECONDS
"""Time until all other nodes have read a change of this one in the store."""

log = structlog.get_logger()


class NodePlace(NamedTuple):
    """Where a node stands among others."""

    store: StoreAddress
    """The store that all of them share."""
    listener: LinkListener
    """Where the others reach it."""
    workers: int
    """The number of nodes that the operator wants on this machine."""


class JoinedNode:
    """This process as a node among others. Open it with `joined`.

    `keeper` renews its lease, and `watch` tells what comes of that.
    """

    def __init__(
        self,
        keeper: LeaseKeeper,
        place: NodePlace,
        registry: Registry,
        gateway: Gateway,
        store: StoreThread,
    ) -> None:
        node = keeper.node
        self._keeper = keeper
        self._place = place
        self._loop = asyncio.get_running_loop()
        self._claims_from = self._loop.time() + GATHER_SECONDS
        self._is_leaving = False
        self._registry = registry
        self._gateway = gateway
        self.lines = LobbyLines(registry, time.time)
        self.directory = ClusterDirectory(node.id, registry, self.lines, store)
        self.links = NodeLinks(node.id, node.key, self.directory.address_of)
        self._health = ClusterHealth(node.id, place.workers, self._loop.time())
        registry.is_taken = lambda session: self.directory.remote.get(session) is not None
        lobby = ClusterLobby(registry, self.lines, self.directory.remote)
        self.relay = gateway.join_cluster(
            NodeParts(self.links, self.directory, lobby, self._health)
        )
        own = registry.journal.own
        self.takeover = Takeover(registry, own, gateway.scheduler.move_on)
        self.takeover.on_over = gateway.note_takeover
        self.moves = Moves(registry, self.directory, self.links, store, own, self.relay)
        self.draining = Draining(registry, self.directory, store, self.moves)
        self.incoming = IncomingRuns(
            registry,
            self.directory,
            store,
            self.takeover,
            lambda: not self.draining.has_begun,
        )
        gateway.node_orders.orders = ClusterOrders(
            self.directory, store, self.links, self.moves, self.draining
        )
        self.cut_off = CutOff(
            self.links, self._lease_age, self._others, keeper.give_up, self._loop.time
        )
        gateway.gate.is_cut_off = lambda: self.cut_off.is_cut_off
        self.links.answer_with(AskMayClaim, self._tell_may_claim)
        self.links.answer_with(MoveRun, self.moves.answer_move)
        self.links.answer_with(DrainNode, self.draining.answer_drain)
        self.links.answer_with(TakeRun, self.incoming.answer_take)

    def is_first(self) -> bool:
        """Return whether this node does what is needed once (see `ClusterDirectory`)."""
        return self.directory.is_first

    def note_news(self, news: ClusterNews) -> None:
        """Take in what a renewal of the lease has found in the store."""
        gone = self.directory.note_news(news)
        self._gateway.note_nodes(news.nodes)
        self.links.drop(gone)
        self.incoming.note_owned(news.owned)

    def begin_anew(self, node: Node) -> None:
        """Go on as another node, since others own the runs of all sessions by now."""
        for session in list(self._registry.sessions.values()):
            self.relay.moved(session, "")
        self.directory.node = node.id
        self.links.begin_anew(node.id)
        self._health.begin_anew(node.id)

    def _lease_age(self) -> float:
        return self._health.lease_age(self._loop.time())

    def _others(self) -> list[str]:
        return [status.id for status in self.directory.others]

    async def _tell_may_claim(self, _question: AskMayClaim) -> MayClaim:
        return MayClaim(self._keeper.may_claim())

    def publish(self, load: Load, lines: Sequence[LobbyLine] | None) -> None:
        """Tell the others with the next renewal what this node has to do."""
        self._keeper.report(LeaseReport(load, self._room()))
        if lines is not None:
            self._keeper.list_lines(lines)

    def _room(self) -> int:
        """Return how many runs this node may claim."""
        has_waited = self._loop.time() >= self._claims_from
        if self._is_leaving or not (has_waited or self._are_all_there()):
            return 0
        return max(0, self._registry.capacity.room - self.takeover.on_the_way)

    def _are_all_there(self) -> bool:
        """Return whether no other node is likely to start together with this one."""
        if isinstance(self._place.store, Path):
            return self._health.serving >= self._health.wanted
        # Nobody knows how many nodes a cluster has, but one that runs was not started just now.
        begun = {status.id: status.begun for status in self._health.nodes}
        own = begun.get(self._health.node, 0.0)
        return any(other < own - GATHER_SECONDS for other in begun.values())

    def leave(self) -> None:
        """Claim nothing any more: this node is about to end."""
        self._is_leaving = True
        self._keeper.report(LeaseReport(self.lines.load()))

    async def drain(self) -> None:
        """Hand all runs to other nodes, as far as there are others.

        Return once all of them know that this node drains, so its end is no death to them.
        """
        seen = self._loop.time() + SEEN_SECONDS
        try:
            async with asyncio.timeout(HAND_OVER_SECONDS):
                stay = await self.draining.drain()
        except TimeoutError:
            log.warning("runs stay", reason=f"they could not all be moved in {HAND_OVER_SECONDS} s")
        except QuestionRefusedError as fault:
            log.warning("runs stay", reason=str(fault))
        else:
            if stay:
                log.warning("runs stay", reason=f"{stay} of them can't be moved now")
            await asyncio.sleep(seen - self._loop.time())

    def close(self) -> None:
        """Take part in nothing any more."""
        self.draining.close()
        self.incoming.close()
        self.takeover.close()
        self.relay.close()


@asynccontextmanager
async def joined(
    keeper: LeaseKeeper,
    place: NodePlace,
    registry: Registry,
    gateway: Gateway,
    watch: LeaseWatch,
) -> AsyncIterator[JoinedNode]:
    """Have this node of several take part in what they do together, until the context ends.

    Enter this before the gateway listens.
    """
    with ExitStack() as opened:
        questions = StoreThread(partial(opened_ownership, place.store))
        opened.callback(questions.close)
        node = JoinedNode(keeper, place, registry, gateway, questions)
        opened.callback(node.close)
        watch.on_news = node.note_news
        watch.on_claims = node.takeover.claim_runs
        watch.on_lost = node.begin_anew
        watch.on_cut_off = gateway.send_all_elsewhere
        async with (
            node.links.listening(place.listener, node.relay),
            node.lines.publishing(node.publish),
            running(node.cut_off.watch()),
        ):
            yield node
