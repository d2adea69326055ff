"""The heartbeat of a simulated node: the real keeper of its lease, in a thread of virtual time."""

from collections.abc import Callable
from functools import partial
from typing import cast

from support.cluster.simulated_store import StorePort
from support.cluster.simulated_thread import Blocking, SimulatedThread
from support.cluster.virtual_time import VirtualTime
from undertide_server.cluster.lease import RENEW_SECONDS
from undertide_server.cluster.lease_keeper import LeaseKeeper, LeaseReport, Renewal
from undertide_server.store.leases import Node
from undertide_server.store.ownership import Ownership

ROOM = 10
"""The most runs that a node claims at once."""


class SimulatedHeart:
    """Renews the lease of one node, claims runs when it may, and tells the node of each renewal."""

    def __init__(
        self,
        time: VirtualTime,
        port: StorePort,
        ownership: Ownership,
        node: Node,
        on_renewal: Callable[[Renewal], object],
    ) -> None:
        self._port = port
        self._on_renewal = on_renewal
        self._thread = SimulatedThread(port.process, self._run)
        blocking = cast(Ownership, Blocking(ownership, self._thread, port))
        self._keeper = LeaseKeeper(blocking, node, lambda: time.now)
        self._keeper.report(LeaseReport(room=ROOM))

    def start(self) -> None:
        """Begin to renew."""
        self._thread.start()

    def end(self) -> None:
        """End the thread of a node that was killed."""
        self._thread.end()

    def may_claim(self) -> bool:
        """Return whether the node may claim runs of nodes whose lease has ended."""
        return self._keeper.may_claim()

    def give_up(self) -> None:
        """Count the lease as lost."""
        self._keeper.give_up()

    def _run(self, thread: SimulatedThread) -> None:
        rest = RENEW_SECONDS
        while True:
            renewal = self._keeper.renew()
            self._port.process.later(0.0, partial(self._on_renewal, renewal))
            wait = renewal.wait(rest)
            thread.sleep(wait)
            rest = rest - wait or RENEW_SECONDS
