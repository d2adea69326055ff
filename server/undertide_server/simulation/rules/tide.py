"""The tide: how far it has risen on a floor (R5)."""

from dataclasses import dataclass

from undertide_server.content.records.population import TideRules


@dataclass(frozen=True, slots=True)
class TideTimes:
    """The times of the tide, in ticks: plain values, which each tick reads many times."""

    grace: int
    rise: int
    interval: int
    first_ticks: int
    first_floors: int
    """The number of the deepest floor to which the first newcomer of a run may come early."""


def tide_times(rules: TideRules) -> TideTimes:
    """Return the times of the tide by these rules."""
    first = rules.first
    return TideTimes(rules.grace, rules.rise, rules.interval, first.ticks, first.floors)


def bias_percent(times: TideTimes, clock: int) -> int:
    """Return R5's bias b in percent after `clock` ticks; -1 within the grace time."""
    if clock < times.grace:
        return -1
    return min(100, (clock - times.grace) * 100 // times.rise)


def ticks_to_next(times: TideTimes, clock: int) -> int:
    """Return the ticks after which the next newcomer is due on a floor; at least 1."""
    late = clock - times.grace
    return -late if late < 0 else times.interval - late % times.interval


def paid(rules: TideRules, experience: int, bias: int) -> int:
    """Return the experience that a newcomer pays at a bias from 0 to 100, of that of its kind."""
    return experience * (100 - bias * (100 - rules.experience_at_full_percent) // 100) // 100
