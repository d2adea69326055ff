from support.gateway.real_gateway import settings
from undertide_server.content.settings.settings import LimitSettings
from undertide_server.gateway.edge.rate_limiter import COSTS, RateLimiter
from undertide_server.util.bucket import TokenBucket
from undertide_shared.messages import Create, Leave, Resync, Say

LIMITS = settings(messages_per_second=10, message_burst=40, bad_messages=3).limits


def alone(limits: LimitSettings) -> RateLimiter:
    """Return the patience with a connection that is the only one of its address."""
    return RateLimiter(limits, 0.0, TokenBucket(1000.0, 1000.0, 0.0))


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    rate_limiter = alone(LIMITS)
    assert all(rate_limiter.allows(Say("hi"), 0.0) for _ in range(40))
    assert not rate_limiter.allows(Say("hi"), 0.0)
    assert rate_limiter.allows(Say("hi"), 0.1)
    assert not rate_limiter.allows(Say("hi"), 0.1)


def test_costly_messages_count_for_several() -> None:
    rate_limiter = alone(LIMITS)
    allowed = sum(rate_limiter.allows(Resync(), 0.0) for _ in range(40))
    assert allowed == 40 / COSTS[Resync]


def test_every_message_fits_in_the_smallest_burst() -> None:
    limits = settings(messages_per_second=1, message_burst=1).limits
    assert alone(limits).allows(Create(), 0.0)


def test_excess_is_borne_as_long_as_it_is_less_than_the_rate() -> None:
    rate_limiter = alone(LIMITS)
    assert all(rate_limiter.bears_excess(0.1 * number) for number in range(100))


def test_excess_beyond_that_is_not() -> None:
    rate_limiter = alone(LIMITS)
    assert [rate_limiter.bears_excess(0.0) for _ in range(41)].index(False) == 40


def test_so_many_faults_are_borne() -> None:
    rate_limiter = alone(LIMITS)
    assert [rate_limiter.bears_fault(0.0) for _ in range(4)] == [True, True, True, False]


def test_faults_of_long_ago_are_forgiven() -> None:
    rate_limiter = alone(LIMITS)
    assert all(rate_limiter.bears_fault(10.0 * number) for number in range(50))


def test_faults_and_messages_are_counted_apart() -> None:
    rate_limiter = alone(LIMITS)
    assert not all(rate_limiter.bears_fault(0.0) for _ in range(10))
    assert rate_limiter.allows(Leave(), 0.0)


def test_connections_of_one_address_share_what_it_may_say() -> None:
    shared = TokenBucket(1.0, 15.0, 0.0)
    one, other = (RateLimiter(LIMITS, 0.0, shared) for _ in range(2))
    assert all(one.allows(Say("hi"), 0.0) for _ in range(10))
    assert not other.allows(Create(), 0.0)
    assert all(other.allows(Say("hi"), 0.0) for _ in range(5))
    assert not one.allows(Say("hi"), 0.0)
    assert one.allows(Say("hi"), 1.0)
