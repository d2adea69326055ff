"""Keeping the lease of this node in the store: each renewal, and the thread that makes them."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from undertide_server.cluster.lease import RENEW_SECONDS, Lease, seconds_to_next
from undertide_server.cluster.node_ids import fresh_node_id, name_of
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import ClusterNews, LeaseLostError, Load, LobbyLine, Node
from undertide_server.store.ownership import Ownership, RunClaim

MOST_LEFT: Final = 2
"""Renewals that leave orphans to nodes with fewer runs: each of these has had a turn by then."""
NO_LOAD: Final = Load()
"""The load of a node that has just begun."""


@dataclass(frozen=True, slots=True)
class LeaseReport:
    """What this node tells the others with its next renewal."""

    load: Load = NO_LOAD
    room: int = 0
    """How many more runs it can play: it claims no more than that."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """What came of one renewal."""

    news: ClusterNews | None = None
    """None if the renewal failed."""
    claims: Sequence[RunClaim] = ()
    """The runs that this node has just claimed: they must be brought back."""
    lost: Node | None = None
    """The node under which this process goes on, if its lease was lost."""
    is_cut_off: bool = False
    """Whether it gave its lease up, since it can't reach the store."""
    fault: str = ""
    """Why the renewal failed."""

    def wait(self, usual: float) -> float:
        """Return the seconds until the next renewal, `usual` unless a node seems to have died."""
        nodes = self.news.nodes if self.news else ()
        return seconds_to_next((each.lease_age for each in nodes if each.is_living), usual)


class LeaseKeeper:
    """The lease of a node in the store, for the one thread that renews it.

    `clock` returns seconds by a monotonic clock. Other threads may call `report`, `list_lines`,
    `may_claim` and `give_up`.
    """

    def __init__(
        self, ownership: Ownership, node: Node, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.node = node
        """This node; it has another id after its lease was lost."""
        self.lease = Lease()
        self._ownership = ownership
        self._clock = clock
        self._report = LeaseReport()
        self._lock = threading.Lock()
        self._lines: Sequence[LobbyLine] | None = None
        """The lobby lines that the store hasn't got yet."""
        self._is_registered = False
        self._gives_up = threading.Event()
        self._left = 0
        """The renewals in a row that left orphans to the other nodes."""

    def report(self, report: LeaseReport) -> None:
        """Tell the others this from the next renewal on."""
        self._report = report

    def list_lines(self, lines: Sequence[LobbyLine]) -> None:
        """List these sessions in the lobbies of all nodes from the next renewal on."""
        with self._lock:
            self._lines = lines

    def may_claim(self) -> bool:
        """Return whether this node may claim runs of nodes whose lease has ended."""
        return self.lease.may_claim(self._clock())

    def give_up(self) -> None:
        """Count the lease as lost, unless a renewal comes through before that is noted.

        Others may have claimed the runs, and the store can't be reached to learn it.
        """
        self._gives_up.set()

    def register(self) -> None:
        """Enter this node in the store. Raises StoreError or OSError."""
        self._ownership.register(self.node)
        self._is_registered = True

    def renew(self) -> Renewal:
        """Renew the lease, and claim this node's share of orphans if it may."""
        sent = self._clock()
        if self._gives_up.is_set():
            return self._begin_anew()
        lines = self._new_lines()
        try:
            if not self._is_registered:
                self.register()
            news = self._ownership.renew(self.node.id, self._report.load, lines)
            self._gives_up.clear()
            self.lease.note_renewed(sent, self._clock())
            if news.went_back:
                # The leases of the others may have gone back as well: they renew them first.
                self.lease.note_failed(self._clock())
            return Renewal(news, self._claim_of(news))
        except LeaseLostError:
            return self._begin_anew()
        except (StoreError, OSError) as fault:
            self.lease.note_failed(self._clock())
            if self._gives_up.is_set():
                return self._begin_anew()
            if lines is not None:
                self._list_again(lines)
            return Renewal(fault=str(fault))

    def end(self) -> None:
        """Remove this node from the store: it has ended. Raises StoreError or OSError."""
        self._ownership.remove(self.node.id)

    def _new_lines(self) -> Sequence[LobbyLine] | None:
        """Return the lobby lines if the store hasn't got them yet."""
        with self._lock:
            lines, self._lines = self._lines, None
        return lines

    def _list_again(self, lines: Sequence[LobbyLine]) -> None:
        """List lines with the next renewal, unless there are newer ones by now."""
        with self._lock:
            if self._lines is None:
                self._lines = lines

    def _claim_of(self, news: ClusterNews) -> Sequence[RunClaim]:
        """Claim as `_claim` does; if that raises, nobody gets these news, so the next tell all."""
        try:
            return self._claim(news)
        except (StoreError, OSError):
            self._ownership.tell_lines_again()
            raise

    def _claim(self, news: ClusterNews) -> Sequence[RunClaim]:
        """Claim orphans until this node has an even share of all runs, as far as it has room."""
        serving = [each for each in news.nodes if each.is_living and each.state == "serving"]
        is_serving = any(each.id == self.node.id for each in serving)
        now = self._clock()
        may_claim = self.lease.may_claim(now)
        orphans = news.orphans if may_claim else news.abandoned
        is_needed = orphans > 0 or (may_claim and any(not each.is_living for each in news.nodes))
        if not (is_serving and is_needed and self.lease.may_claim_of_ended(now)):
            self._left = 0
            return ()
        shared = orphans + sum(news.runs.get(each.id, 0) for each in serving)
        share = -(-shared // len(serving)) - news.runs.get(self.node.id, 0)
        if share <= 0 < orphans and self._left < MOST_LEFT:
            self._left += 1
            return ()
        # The others have had no room for theirs.
        share = min(self._report.room, max(1, share))
        return self._ownership.claim_orphans(self.node.id, share, only_ended=not may_claim)

    def _begin_anew(self) -> Renewal:
        """Take another id after the lease was lost; the next renewal enters it."""
        self.lease.note_lost(self._clock())
        self.node = replace(self.node, id=fresh_node_id(name_of(self.node.id)))
        self._is_registered = False
        self.list_lines(())
        is_cut_off = self._gives_up.is_set()
        self._gives_up.clear()
        return Renewal(lost=self.node, is_cut_off=is_cut_off)


STOP_SECONDS = 10.0
"""Time for the last renewal at the end: twice as long as a store may keep a connection waiting."""


class LeaseHeartbeat:
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
