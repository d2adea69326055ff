"""This process as a node of its store: entered, renewed, and removed at its end."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

from undertide_server.cluster.heartbeat import Heartbeat
from undertide_server.cluster.lease_keeper import LeaseKeeper, Renewal
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import Node
from undertide_server.store.ownership import opened_ownership

log = structlog.get_logger()


def unheard_renewal(_renewal: Renewal) -> None:
    """Ignore what came of a renewal."""


class OwnNode:
    """This process as a node. `on_renewal` is called on the event loop after each renewal."""

    def __init__(self, keeper: LeaseKeeper) -> None:
        self.keeper = keeper
        self.on_renewal: Callable[[Renewal], None] = unheard_renewal

    def note(self, renewal: Renewal) -> None:
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
        heartbeat = Heartbeat(keeper, loop.call_soon_threadsafe, own.note, on_fault)
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
