"""How far a run may be looked back at."""

from hypothesis import given
from hypothesis import strategies as st

from undertide_server.sessions.broadcast.delay import MOST_NOTES, Delay


def test_without_a_delay_all_that_is_durable_may_be_seen() -> None:
    delay = Delay(0.0)
    assert delay.reached(1.0) == 0
    delay.record_durable(1.0, 7)
    assert delay.reached(1.0) == 7


def test_nothing_may_be_seen_before_its_time() -> None:
    delay = Delay(10.0)
    delay.record_durable(1.0, 7)
    delay.record_durable(2.0, 17)
    assert delay.reached(10.9) == 0
    assert delay.reached(11.0) == 7
    assert delay.reached(12.0) == 17


def test_it_is_over_once_all_that_was_noted_may_be_seen() -> None:
    delay = Delay(10.0)
    assert delay.is_over(0.0)
    delay.record_durable(1.0, 7)
    assert not delay.is_over(10.9)
    assert delay.is_over(11.0)


def test_a_long_delay_is_remembered_in_a_bounded_number_of_moments() -> None:
    delay = Delay(3600.0)
    for step in range(36_000):
        delay.record_durable(step / 10, step)
    assert 0 <= delay.reached(5400.0) - 18_000 <= 36_000 / MOST_NOTES
    later = {delay.reached(5400.0 + second) for second in range(1801)}
    assert max(later) > 35_000
    assert len(later) <= MOST_NOTES / 2 + 2


def test_a_clock_that_jumps_shows_nothing_too_early() -> None:
    delay = Delay(10.0)
    delay.record_durable(100.0, 5)
    delay.record_durable(20.0, 6)
    assert delay.reached(35.0) == 0
    delay.record_durable(1e9, 7)
    assert delay.reached(1e9) == 5
    assert delay.reached(1e9 + 10.0) == 7


def test_the_next_node_shows_each_step_when_this_one_would_have() -> None:
    delay = Delay(10.0)
    for now, step in ((1.0, 7), (2.0, 17), (12.0, 30)):
        delay.record_durable(now, step)
    assert delay.reached(12.0) == 17
    memory = delay.memory()
    assert (memory.notes, memory.reached) == ([(12.0, 30)], 17)
    other = Delay(10.0)
    other.restore(memory, 100.0)
    assert other.reached(121.9) == 17
    assert not other.is_over(121.9)
    assert other.reached(122.0) == 30


def test_moments_are_a_200th_of_the_delay_apart() -> None:
    delay = Delay(200.0)
    for now in (0.0, 0.9, 1.0, 1.9, 2.5):
        delay.record_durable(now, int(now * 10))
    assert delay.memory().notes == [(0.0, 0), (1.0, 10), (2.5, 25)]
    assert delay.reached(202.4) == 10


def test_what_may_be_seen_never_goes_back() -> None:
    delay = Delay(0.0)
    delay.record_durable(1.0, 7)
    delay.record_durable(2.0, 5)
    assert delay.reached(2.0) == 7
    late = Delay(10.0)
    late.record_durable(1.0, 7)
    late.record_durable(2.0, 5)
    assert late.reached(12.0) == 7


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(0, 50)), max_size=60), st.floats(0.01, 20.0))
def test_what_may_be_seen_was_durable_for_as_long(
    passing: list[tuple[float, int]], seconds: float
) -> None:
    delay, now, step = Delay(seconds), 0.0, 0
    durable: list[tuple[float, int]] = []
    reached = 0
    for passed, steps in passing:
        now, step = now + passed, step + steps
        durable.append((now, step))
        delay.record_durable(now, step)
        allowed = [each for at, each in durable if now - at >= seconds]
        assert reached <= delay.reached(now) <= max(allowed, default=0)
        reached = delay.reached(now)
