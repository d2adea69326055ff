from hosted import settings
from undertide_server.gateway.patience import COSTS, Patience
from undertide_shared.messages import Create, Leave, Resync, Say

LIMITS = settings(messages_per_second=10, message_burst=20, bad_messages=3).limits


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    patience = Patience(LIMITS, 0.0)
    assert all(patience.allows(Say("hi"), 0.0) for _ in range(20))
    assert not patience.allows(Say("hi"), 0.0)
    assert patience.allows(Say("hi"), 0.1)
    assert not patience.allows(Say("hi"), 0.1)


def test_costly_messages_count_for_several() -> None:
    patience = Patience(LIMITS, 0.0)
    allowed = sum(patience.allows(Resync(), 0.0) for _ in range(20))
    assert allowed == 20 / COSTS[Resync]


def test_every_message_fits_in_the_smallest_burst() -> None:
    limits = settings(messages_per_second=1, message_burst=1).limits
    assert Patience(limits, 0.0).allows(Create(), 0.0)


def test_excess_is_borne_as_long_as_it_is_less_than_the_rate() -> None:
    patience = Patience(LIMITS, 0.0)
    assert all(patience.bears_excess(0.1 * number) for number in range(100))


def test_excess_beyond_that_is_not() -> None:
    patience = Patience(LIMITS, 0.0)
    assert [patience.bears_excess(0.0) for _ in range(21)].index(False) == 20


def test_so_many_faults_are_borne() -> None:
    patience = Patience(LIMITS, 0.0)
    assert [patience.bears_fault(0.0) for _ in range(4)] == [True, True, True, False]


def test_faults_of_long_ago_are_forgiven() -> None:
    patience = Patience(LIMITS, 0.0)
    assert all(patience.bears_fault(10.0 * number) for number in range(50))


def test_faults_and_messages_are_counted_apart() -> None:
    patience = Patience(LIMITS, 0.0)
    assert not all(patience.bears_fault(0.0) for _ in range(10))
    assert patience.allows(Leave(), 0.0)
