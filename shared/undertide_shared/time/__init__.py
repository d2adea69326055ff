"""The relation between the time of a floor and real time (docs/rules.md)."""

from typing import Final

UNSTATED_RATE: Final = 10
"""Ticks of a floor in one second of real time where nothing states them: in runs and on servers of
versions in which this could not be chosen."""
UNSTATED_MILLISECONDS: Final = 1000 // UNSTATED_RATE
"""Milliseconds of real time that a tick counts for in runs that don't state their real time."""
TICKS_PER_TURN: Final = 2
"""Ticks of a step at normal speed, which players call a turn."""


def seconds_of(ticks: int, rate: int) -> int:
    """Return the seconds of real time that some ticks take at `rate` a second, rounded up."""
    return -(-ticks // max(1, rate))


def milliseconds_of(ticks: int) -> int:
    """Return the milliseconds of real time that stand for ticks of a run that doesn't state it."""
    return ticks * UNSTATED_MILLISECONDS
