"""The tide: how far it has risen on a floor (R5)."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from undertide_server.content.records.population import TideRules
from undertide_server.worldgen.game.creep import FULL

NEVER: Final = 1 << 30
"""Ticks after which no run goes on: twenty years."""


@dataclass(frozen=True, slots=True)
class TideTimes:
    """The times of the tide, in ticks: plain values, which each tick reads many times."""

    grace: int
    rise: int
    interval: int
    """Ticks from a beat of the tide to the next at bias 0."""
    full_interval: int
    """Ticks from a beat to the next at bias 1."""
    beats: tuple[int, ...]
    """The beats, in ticks after the grace, up to the first at bias 1."""
    first_ticks: int
    first_floors: int
    """The number of the deepest floor to which the first newcomer of a run may come early."""


def tide_times(rules: TideRules) -> TideTimes:
    """Return the times of the tide by these rules."""
    first, left = rules.first, rules.interval_at_full_percent
    beats = [0]
    while beats[-1] < rules.rise:
        bias = beats[-1] * FULL // rules.rise
        beats.append(beats[-1] + _interval(rules.interval, left, bias))
    return TideTimes(
        rules.grace,
        rules.rise,
        rules.interval,
        _interval(rules.interval, left, FULL),
        tuple(beats),
        first.ticks,
        first.floors,
    )


def _interval(interval: int, left_percent: int, bias: int) -> int:
    """Return the ticks from a beat at a bias to the next; at least 1."""
    return max(1, interval * (FULL * FULL - bias * (FULL - left_percent)) // (FULL * FULL))


def bias_percent(times: TideTimes, clock: int) -> int:
    """Return R5's bias b in percent after `clock` ticks; -1 within the grace time."""
    if clock < times.grace:
        return -1
    return min(FULL, lateness_percent(times, clock))


def lateness_percent(times: TideTimes, clock: int) -> int:
    """Return the time since the grace time, in percent of what the tide takes to rise; at least 0.

    At full tide it goes on to grow.
    """
    return max(0, (clock - times.grace) * FULL // times.rise)


def ticks_to_rise(times: TideTimes, clock: int) -> int:
    """Return the ticks until the bias in percent is higher; at full tide it never is."""
    late, bias = clock - times.grace, bias_percent(times, clock)
    if bias == FULL:
        return NEVER
    return -(-(bias + 1) * times.rise // FULL) - late


def is_beat(times: TideTimes, clock: int) -> bool:
    """Return whether newcomers fall due after `clock` ticks, which are past the grace time."""
    return ticks_to_beat(times, clock - 1) == 1


def ticks_to_beat(times: TideTimes, clock: int) -> int:
    """Return the ticks after which newcomers fall due the next time on a floor; at least 1."""
    late, last = clock - times.grace, times.beats[-1]
    if late < last:
        return times.beats[bisect_right(times.beats, late)] - late
    return times.full_interval - (late - last) % times.full_interval


def group_size(rules: TideRules, bias: int) -> int:
    """Return how many newcomers come together at a bias in percent."""
    groups = rules.groups
    return groups.monsters if groups is not None and bias >= groups.from_percent else 1


def paid(rules: TideRules, experience: int, bias: int) -> int:
    """Return the experience that a newcomer pays at a bias from 0 to 100, of that of its kind."""
    return experience * (FULL - bias * (FULL - rules.experience_at_full_percent) // FULL) // FULL
