"""How the time of a floor relates to real time (docs/rules.md)."""

from typing import Final

TICKS_PER_SECOND: Final = 10
"""Ticks that a floor lives through in a second of real time."""
TICK_SECONDS: Final = 1 / TICKS_PER_SECOND
"""Seconds of one tick of a floor in real time."""
