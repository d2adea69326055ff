"""The thread that renews the lease of this node."""

import threading
from collections.abc import Callable
from functools import partial

from undertide_server.cluster.lease import RENEW_SECONDS
from undertide_server.cluster.lease_keeper import LeaseKeeper, Renewal

STOP_SECONDS = 10.0
"""Time for the last renewal at the end: twice as long as a store may keep a connection waiting."""


class Heartbeat:
    """A thread that renews the lease of this node every `RENEW_SECONDS`, or when another one ends.

    `post` brings a call to the event loop, where `on_renewal` is called with what came of each
    renewal. `on_fault` is called there when a fault of this program ends the thread. The node must
    be registered before `start`.
    """

    def __init__(
        self,
        keeper: LeaseKeeper,
        post: Callable[[Callable[[], None]], object],
        on_renewal: Callable[[Renewal], None],
        on_fault: Callable[[Exception], None],
        renew_seconds: float = RENEW_SECONDS,
    ) -> None:
        self._keeper = keeper
        self._post = post
        self._on_renewal = on_renewal
        self._on_fault = on_fault
        self._renew_seconds = renew_seconds
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Begin to renew."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; what came of its last renewals may still be posted.

        If the store doesn't answer for `STOP_SECONDS`, the thread goes on without anybody waiting.
        """
        self._stopping.set()
        self._thread.join(STOP_SECONDS)

    @property
    def is_running(self) -> bool:
        """Whether the thread may still use its connection to the store."""
        return self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._renew_until_stopped()
        except Exception as fault:  # noqa: BLE001  (handed to where somebody acts on it)
            self._post(partial(self._on_fault, fault))

    def _renew_until_stopped(self) -> None:
        rest = self._renew_seconds
        while not self._stopping.is_set():
            renewal = self._keeper.renew()
            self._post(partial(self._on_renewal, renewal))
            wait = renewal.wait(rest)
            self._stopping.wait(wait)
            # After a renewal between two usual ones the next comes at its usual time: all nodes
            # renew just after a lease ends, and must not do so together from then on.
            rest = rest - wait or self._renew_seconds
