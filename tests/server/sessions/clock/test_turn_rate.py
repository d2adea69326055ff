import pytest

from undertide_server.sessions.clock.turn_rate import TurnRate

NOW = 1000.0


def turns_until(rate: TurnRate, begin: float, end: float) -> int:
    """Take every turn that may be taken from one time to another; return how many those were."""
    now, taken = begin, 0
    while (now := rate.ready_at(now)) < end:
        rate.count(now)
        taken += 1
    return taken


def test_a_burst_may_be_taken_at_once() -> None:
    rate = TurnRate(10, 20)
    assert turns_until(rate, NOW, NOW + 0.05) == 20


def test_the_long_run_is_at_the_rate() -> None:
    rate = TurnRate(10, 20)
    assert turns_until(rate, NOW, NOW + 60.05) == 20 + 600


@pytest.mark.parametrize(("rest", "turns"), [(0.5, 5), (2.0, 20), (60.0, 20)])
def test_a_rest_makes_up_for_a_burst_and_no_more(rest: float, turns: int) -> None:
    rate = TurnRate(10, 20)
    turns_until(rate, NOW, NOW + 0.05)
    later = NOW + 0.05 + rest
    assert turns_until(rate, later, later + 0.049) == turns


def test_a_turn_may_be_taken_at_the_very_time_that_was_told() -> None:
    rate = TurnRate(7, 1)
    now = NOW
    for _ in range(100):
        rate.count(now)
        ready = rate.ready_at(now)
        assert ready > now
        assert rate.ready_at(ready) == ready
        now = ready
