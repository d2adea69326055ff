"""When the lease of a node holds, and when the node may claim the runs of others. Sans-I/O.

Leases decide only who tries to own a run. The epoch of each run decides whose writes count, so a
wrong decision here costs time, and never a step.
"""

from collections.abc import Iterable
from math import inf
from typing import Final

from undertide_server.store.leases import LEASE_SECONDS

RENEW_SECONDS: Final = 0.5
"""Time between two renewals: three may fail before the lease expires."""
SLOW_SECONDS: Final = LEASE_SECONDS / 2
"""A renewal that took longer counts as failed: those of the other nodes may take as long, so their
leases may have expired although they live."""
QUIET_SECONDS: Final = LEASE_SECONDS
"""Time after a failed renewal during which a node claims nothing: if the store did not answer this
node, it may not have answered the others either, and they renew their leases first."""
SOONEST_SECONDS: Final = 0.1
"""The shortest time between two renewals: where all of them are slow, most leases are about to end,
and the store must not have five times as much to do."""
SURELY_ENDED_SECONDS: Final = 0.02
"""Time after the end of a lease at which the store surely finds it ended."""
RENEWALS_BEFORE_CLAIM: Final = 2
"""Renewals in a row that must have come through before a node claims anything."""


def seconds_to_next(ages: Iterable[float], usual: float) -> float:
    """Return the time until the next renewal: sooner if the lease of another node ends before it.

    `ages` are the seconds since the renewals of all nodes whose leases hold. Runs of a node that
    died are claimed as soon as they may be, however few nodes there are to look.
    """
    ends = LEASE_SECONDS + SURELY_ENDED_SECONDS - max(ages, default=0.0)
    return min(usual, max(SOONEST_SECONDS, ends))


class Lease:
    """The lease of this node, as far as this node knows.

    All times are in seconds by one monotonic clock of this process.
    """

    def __init__(self) -> None:
        self._sent: float | None = None
        """When the last renewal that came through was sent."""
        self._in_a_row = 0
        """The number of renewals that came through since the last one that failed."""
        self._failed = -inf
        """When a renewal failed last."""

    def note_renewed(self, sent: float, answered: float) -> None:
        """Note a renewal that came through, and when it was sent and answered.

        If it was slow, or the lease had expired by then, it counts as the first one after a failed
        one: whatever stopped this node may have stopped the others. So does the first of a node,
        which can't know how the store was before.
        """
        expired = self._sent is None or sent - self._sent > LEASE_SECONDS
        if expired or answered - sent > SLOW_SECONDS:
            self.note_failed(answered)
        self._in_a_row += 1
        self._sent = sent

    def note_failed(self, now: float) -> None:
        """Note a renewal that failed, or whose answer is missing."""
        self._in_a_row = 0
        self._failed = now

    def note_lost(self, now: float) -> None:
        """Note that the lease is gone; the node registers anew."""
        self._sent = None
        self.note_failed(now)

    def holds(self, now: float) -> bool:
        """Return whether no other node can have claimed a run of this one by now.

        The lease counts from the moment when its renewal was sent: the store noted it later.
        """
        return self._sent is not None and now - self._sent < LEASE_SECONDS

    def may_claim_of_ended(self, now: float) -> bool:
        """Return whether this node may claim runs of nodes that have ended."""
        return self.holds(now) and self._in_a_row >= RENEWALS_BEFORE_CLAIM

    def may_claim(self, now: float) -> bool:
        """Return whether it may also claim those of nodes whose lease has expired."""
        return self.may_claim_of_ended(now) and now - self._failed >= QUIET_SECONDS
