"""The real time of a run: that of its play, in the journal's units, and without long breaks."""

import pytest

from undertide_server.sessions.clock.run_clock import LONGEST_PAUSE, RunClock
from undertide_server.store.records import ELAPSED_UNIT


def test_it_counts_from_the_first_step() -> None:
    clock = RunClock()
    assert [clock.time_step(now) for now in (5000.0, 5000.2, 5063.2)] == [0, 200, 63_200]
    assert clock.elapsed == 63_200


def test_it_goes_on_where_the_run_was_left() -> None:
    clock = RunClock(9_000)
    assert [clock.time_step(now) for now in (70.0, 71.5)] == [9_000, 10_500]


def test_a_long_break_is_no_part_of_the_play() -> None:
    clock = RunClock()
    clock.time_step(0.0)
    assert clock.time_step(10 * LONGEST_PAUSE) == 1000 * LONGEST_PAUSE


def test_times_are_whole_units_and_the_rest_is_not_lost() -> None:
    clock = RunClock()
    told = [clock.time_step(step / 30) for step in range(301)]
    assert all(time % ELAPSED_UNIT == 0 for time in told)
    assert told[-1] == 10_000


@pytest.mark.parametrize("later", [10.0, 9.0])
def test_it_never_goes_back(later: float) -> None:
    clock = RunClock()
    clock.time_step(10.0)
    assert clock.time_step(later) == 0
