"""The lease of a node: when it holds, and when the node may claim the runs of others."""

from undertide_server.cluster.lease import (
    QUIET_SECONDS,
    RENEW_SECONDS,
    SOONEST_SECONDS,
    Lease,
    seconds_to_next,
)
from undertide_server.store.leases import LEASE_SECONDS


def renewed(lease: Lease, count: int, start: float = 0.0) -> float:
    """Renew a lease in time, so many times; return the time of the last answer."""
    for number in range(count):
        sent = start + number * RENEW_SECONDS
        lease.note_renewed(sent, sent + 0.01)
    return start + (count - 1) * RENEW_SECONDS + 0.01


def test_a_lease_counts_from_the_moment_when_its_renewal_was_sent() -> None:
    lease = Lease()
    assert not lease.holds(0.0)
    lease.note_renewed(1.0, 1.9)
    assert lease.holds(1.0 + LEASE_SECONDS - 0.01)
    assert not lease.holds(1.0 + LEASE_SECONDS)


def test_a_node_claims_only_after_two_renewals() -> None:
    lease = Lease()
    now = renewed(lease, 1)
    assert not lease.may_claim_of_ended(now)
    now = renewed(lease, 1, now)
    assert lease.may_claim_of_ended(now)


def test_a_new_node_waits_for_the_renewals_of_the_others() -> None:
    lease = Lease()
    now = renewed(lease, 4)
    assert now < QUIET_SECONDS
    assert not lease.may_claim(now)
    assert lease.may_claim(renewed(lease, 2, now))


def test_a_node_whose_own_lease_expired_claims_nothing() -> None:
    lease = Lease()
    now = renewed(lease, 4)
    assert not lease.may_claim(now + LEASE_SECONDS)


def test_after_a_failed_renewal_a_node_waits_for_the_renewals_of_the_others() -> None:
    lease = Lease()
    failed = renewed(lease, 4) + RENEW_SECONDS
    lease.note_failed(failed)
    assert lease.holds(failed), "one failure doesn't end the lease"
    now = renewed(lease, 3, failed + 0.1)
    assert now < failed + QUIET_SECONDS
    assert not lease.may_claim(now)
    now = renewed(lease, 2, failed + QUIET_SECONDS)
    assert lease.may_claim(now)


def test_a_slow_renewal_counts_as_a_failed_one_but_keeps_the_lease() -> None:
    lease = Lease()
    now = renewed(lease, 4) + RENEW_SECONDS
    lease.note_renewed(now, now + 1.5)
    assert lease.holds(now + 1.5)
    assert not lease.may_claim(renewed(lease, 2, now + 1.6))
    assert lease.may_claim(renewed(lease, 5, now + 1.6))


def test_a_node_that_slept_claims_nothing_when_it_wakes() -> None:
    lease = Lease()
    woken = renewed(lease, 4) + 10 * LEASE_SECONDS
    assert not lease.may_claim(renewed(lease, 2, woken))
    assert lease.may_claim(renewed(lease, 6, woken))


def test_a_node_that_lost_its_lease_begins_anew() -> None:
    lease = Lease()
    now = renewed(lease, 4)
    lease.note_lost(now)
    assert not lease.holds(now)
    assert not lease.may_claim(renewed(lease, 2, now))


def test_nodes_renew_at_the_usual_times_while_all_live() -> None:
    assert seconds_to_next([], RENEW_SECONDS) == RENEW_SECONDS
    assert seconds_to_next([0.0, RENEW_SECONDS], RENEW_SECONDS) == RENEW_SECONDS


def test_a_renewal_comes_right_after_the_end_of_another_lease() -> None:
    age = LEASE_SECONDS - RENEW_SECONDS / 2
    wait = seconds_to_next([0.0, age], RENEW_SECONDS)
    assert LEASE_SECONDS < age + wait < LEASE_SECONDS + SOONEST_SECONDS


def test_renewals_never_follow_each_other_at_once() -> None:
    assert seconds_to_next([LEASE_SECONDS], RENEW_SECONDS) == SOONEST_SECONDS
    assert seconds_to_next([LEASE_SECONDS], 0.0) == 0.0
