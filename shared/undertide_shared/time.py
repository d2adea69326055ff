"""The relation between the time of a floor and real time (docs/rules.md)."""

from typing import Final

TICKS_PER_SECOND: Final = 10
"""Ticks of a floor in one second of real time."""
TICK_SECONDS: Final = 1 / TICKS_PER_SECOND
"""Length of one tick of a floor in seconds of real time."""
TICKS_PER_TURN: Final = 2
"""Ticks of a step at normal speed, which players call a turn."""
