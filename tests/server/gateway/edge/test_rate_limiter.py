import pytest

from support.gateway.real_gateway import settings
from undertide_server.gateway.edge.rate_limiter import (
    COSTS,
    MOST_OF_RATE,
    PLAIN_SECONDS,
    RateLimiter,
    price_of,
    rates_of,
)
from undertide_shared.messages import ClientMessage, Create, Join, Leave, ListSessions, Resync, Say
from undertide_shared.messages.wire import tag_name

LIMITS = settings(messages_per_second=10, message_burst=40, bad_messages=3).limits


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    rate_limiter = RateLimiter(LIMITS, 0.0)
    assert all(rate_limiter.allows(Say("hi"), 0.0) for _ in range(40))
    assert not rate_limiter.allows(Say("hi"), 0.0)
    assert rate_limiter.allows(Say("hi"), 0.1)
    assert not rate_limiter.allows(Say("hi"), 0.1)


def test_costly_messages_count_for_several() -> None:
    rate_limiter = RateLimiter(LIMITS, 0.0)
    allowed = sum(rate_limiter.allows(Resync(), 0.0) for _ in range(40))
    assert allowed == 40 // COSTS[Resync]


def test_the_dearest_messages_do_not_use_up_a_whole_burst() -> None:
    assert COSTS[Create] > MOST_OF_RATE
    rate_limiter = RateLimiter(LIMITS, 0.0)
    assert sum(rate_limiter.allows(Create(), 0.0) for _ in range(40)) == 40 / MOST_OF_RATE


def test_a_price_is_the_whole_cost_of_a_message() -> None:
    assert price_of(Say("hi")) == PLAIN_SECONDS
    assert price_of(Create()) == COSTS[Create] * PLAIN_SECONDS


@pytest.mark.parametrize("message", [Say("hi"), Resync(), ListSessions(), Join("", "Ann")])
def test_clients_are_told_what_is_allowed(message: ClientMessage) -> None:
    told = rates_of(LIMITS)
    cost = dict(told.costs).get(tag_name(type(message)), 1)
    rate_limiter = RateLimiter(LIMITS, 0.0)
    fit = told.burst // cost
    assert [rate_limiter.allows(message, 0.0) for _ in range(fit + 1)] == [True] * fit + [False]
    assert rate_limiter.allows(message, cost / told.per_second)


def test_every_message_fits_in_the_smallest_burst() -> None:
    limits = settings(messages_per_second=1, message_burst=1).limits
    assert RateLimiter(limits, 0.0).allows(Create(), 0.0)


def test_excess_is_borne_as_long_as_it_is_less_than_the_rate() -> None:
    rate_limiter = RateLimiter(LIMITS, 0.0)
    assert all(rate_limiter.tolerates_excess(0.1 * number) for number in range(100))


def test_excess_beyond_that_is_not() -> None:
    rate_limiter = RateLimiter(LIMITS, 0.0)
    assert [rate_limiter.tolerates_excess(0.0) for _ in range(41)].index(False) == 40


def test_so_many_faults_are_borne() -> None:
    rate_limiter = RateLimiter(LIMITS, 0.0)
    assert [rate_limiter.tolerates_fault(0.0) for _ in range(4)] == [True, True, True, False]


def test_faults_of_long_ago_are_forgiven() -> None:
    rate_limiter = RateLimiter(LIMITS, 0.0)
    assert all(rate_limiter.tolerates_fault(10.0 * number) for number in range(50))


def test_faults_and_messages_are_counted_apart() -> None:
    rate_limiter = RateLimiter(LIMITS, 0.0)
    assert not all(rate_limiter.tolerates_fault(0.0) for _ in range(10))
    assert rate_limiter.allows(Leave(), 0.0)
