"""How far the tide rises with the clock of a floor."""

from dataclasses import replace
from itertools import pairwise

from support.content.shipped import shipped
from undertide_server.simulation.rules.tide import (
    NEVER,
    bias_percent,
    is_beat,
    lateness_percent,
    paid,
    ticks_to_beat,
    ticks_to_rise,
    tide_times,
)

RULES = shipped("default").tide
TIMES = tide_times(RULES)


def test_the_bias_goes_from_nothing_to_all_and_stays_there() -> None:
    assert bias_percent(TIMES, RULES.grace - 1) == -1
    assert bias_percent(TIMES, RULES.grace) == 0
    assert bias_percent(TIMES, RULES.grace + RULES.rise // 2) == 50
    assert bias_percent(TIMES, RULES.grace + 10 * RULES.rise) == 100


def test_lateness_goes_on_where_the_tide_is_full() -> None:
    ends = [RULES.grace + RULES.rise * percent // 100 for percent in (0, 50, 100, 250)]
    assert [lateness_percent(TIMES, clock) for clock in [0, *ends]] == [0, 0, 50, 100, 250]


def test_the_next_newcomer_is_due_at_the_end_of_the_grace_and_then_every_interval() -> None:
    assert ticks_to_beat(TIMES, 0) == RULES.grace
    assert ticks_to_beat(TIMES, RULES.grace - 1) == 1
    assert ticks_to_beat(TIMES, RULES.grace) == RULES.interval
    assert ticks_to_beat(TIMES, RULES.grace + RULES.interval - 1) == 1


def test_a_newcomer_pays_all_at_no_bias_and_a_tenth_at_the_highest() -> None:
    assert [paid(RULES, 200, bias) for bias in (0, 50, 100)] == [200, 110, 20]


def test_the_bias_is_a_whole_percent_that_has_been_reached() -> None:
    times = replace(TIMES, grace=100, rise=300)
    biases = [bias_percent(times, clock) for clock in (100, 102, 103, 199, 200, 399, 400)]
    assert biases == [0, 0, 1, 33, 33, 99, 100]
    assert {type(bias) for bias in biases} == {int}


def test_the_beats_come_faster_as_the_tide_rises() -> None:
    assert TIMES.beats[:4] == (0, 200, 396, 588)
    assert TIMES.full_interval == 80
    gaps = [later - earlier for earlier, later in pairwise(TIMES.beats)]
    assert gaps == sorted(gaps, reverse=True)
    assert RULES.rise <= TIMES.beats[-1] < RULES.rise + gaps[-1]
    assert len(TIMES.beats) == 47


def test_the_time_to_a_beat_ends_at_the_beat() -> None:
    end = RULES.grace + TIMES.beats[-1]
    late = [end + TIMES.full_interval * number for number in range(1, 4)]
    expected = [*(RULES.grace + tick for tick in TIMES.beats), *late]
    clocks = range(RULES.grace, late[-1] + 1)
    assert [clock for clock in clocks if is_beat(TIMES, clock)] == expected
    for clock in clocks[:-1]:
        assert is_beat(TIMES, clock + ticks_to_beat(TIMES, clock))


def test_the_bias_stays_for_the_ticks_until_it_rises() -> None:
    for clock in (0, TIMES.grace - 1, TIMES.grace, TIMES.grace + TIMES.rise // 2):
        ticks = ticks_to_rise(TIMES, clock)
        now = bias_percent(TIMES, clock)
        assert bias_percent(TIMES, clock + ticks - 1) == now
        assert bias_percent(TIMES, clock + ticks) == now + 1
    assert ticks_to_rise(TIMES, TIMES.grace + TIMES.rise) == NEVER
