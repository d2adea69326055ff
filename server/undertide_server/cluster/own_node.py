"""This process as a node of its store: entered, renewed, and removed at its end.

`LeaseWatch` carries what each renewal brings to the parts of the node, on the event loop.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import structlog

from undertide_server.cluster.lease_keeper import LeaseHeartbeat, LeaseKeeper, Renewal
from undertide_server.sessions.registry import Registry
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import ClusterNews, Node
from undertide_server.store.ownership import RunClaim, opened_ownership

log = structlog.get_logger()


def _unheard(_: object) -> None:
    """Ignore an event."""


class OwnNode:
    """This process as a node. `on_renewal` is called on the event loop after each renewal."""

    def __init__(self, keeper: LeaseKeeper) -> None:
        self.keeper = keeper
        self.on_renewal: Callable[[Renewal], None] = _unheard

    def publish_renewal(self, renewal: Renewal) -> None:
        """Pass on what came of a renewal."""
        self.on_renewal(renewal)

    @property
    def id(self) -> str:
        """The id of the node; another one after its lease was lost."""
        return self.keeper.node.id


@contextmanager
def entered(
    store: StoreAddress, node: Node, on_fault: Callable[[Exception], None], *, is_first: bool
) -> Iterator[OwnNode]:
    """Enter this process as a node of a store until the context ends.

    Leave the context only when all of its runs are written: others may claim them from then on.
    `is_first` says that no other node lives, so nobody owns a run. `on_fault` is called when a
    fault of this program ends the renewals.

    Raises OSError or StoreError when the store can't be used.
    """
    loop = asyncio.get_running_loop()
    with opened_ownership(store, survives_power=False, is_urgent=True) as ownership:
        if is_first:
            ownership.clear()
        keeper = LeaseKeeper(ownership, node)
        keeper.register()
        own = OwnNode(keeper)
        heartbeat = LeaseHeartbeat(keeper, loop.call_soon_threadsafe, own.publish_renewal, on_fault)
        heartbeat.start()
        try:
            yield own
        finally:
            heartbeat.stop()
            if not heartbeat.is_running:
                _end(keeper)


def _end(keeper: LeaseKeeper) -> None:
    """Remove the node. If the store can't be written, its lease expires by itself."""
    try:
        keeper.end()
    except (StoreError, OSError) as fault:
        log.warning("lease can't be removed", node=keeper.node.id, reason=str(fault))


class NodeJournal(Protocol):
    """The journal of a node."""

    def begin_anew(self, node: str) -> None:
        """Go on as another node, which owns no run yet."""


class LeaseWatch:
    """Tells the parts of this node what the renewals of its lease bring.

    It also has the store asked about all runs of this node whenever it may have lost some.
    """

    def __init__(self, registry: Registry, journal: NodeJournal) -> None:
        self._registry = registry
        self._journal = journal
        self._is_failing = False
        self.on_news: Callable[[ClusterNews], object] = _unheard
        """Called with the news of each renewal that came through."""
        self.on_claims: Callable[[Sequence[RunClaim]], object] = _unheard
        """Called with runs that this node has claimed: they must be brought back."""
        self.on_lost: Callable[[Node], object] = _unheard
        """Called when the lease was lost, with the node as which this process goes on. Others own
        the runs of all sessions by now: drop them."""
        self.on_cut_off: Callable[[], object] = lambda: None
        """Called after that if this node can't reach the store to learn who has the runs."""

    def handle_renewal(self, renewal: Renewal) -> None:
        """Take in what came of a renewal."""
        self._note_fault(renewal.fault)
        if renewal.lost is not None:
            log.error("lease lost: other nodes go on with the runs", now=renewal.lost.id)
            self._registry.check_runs()
            self._journal.begin_anew(renewal.lost.id)
            self.on_lost(renewal.lost)
            if renewal.is_cut_off:
                self.on_cut_off()
        if renewal.news is not None:
            if renewal.news.went_back:
                log.error("the store went back: runs that lack steps are set aside")
                self._registry.check_runs()
            self.on_news(renewal.news)
        if renewal.claims:
            log.warning("runs claimed", runs=len(renewal.claims))
            self.on_claims(renewal.claims)

    def _note_fault(self, fault: str) -> None:
        """Log when renewals begin to fail, and when they come through again."""
        if bool(fault) != self._is_failing:
            self._is_failing = bool(fault)
            if fault:
                log.error("the lease can't be renewed", reason=fault)
            else:
                log.info("the lease is renewed again")
