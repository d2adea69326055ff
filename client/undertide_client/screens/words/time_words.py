"""Lengths of time in words: seconds of real time, or turns where time waits for heroes. Pure."""

from typing import Final

from undertide_shared.messages import PaceMode, PaceStatus
from undertide_shared.time import TICKS_PER_SECOND, TICKS_PER_TURN

TURN_BY_TURN: Final[frozenset[PaceMode]] = frozenset({"solo", "party"})
"""The paces at which a floor moves when its heroes act, however long they think."""


def span_words(ticks: int, pace: PaceStatus) -> str:
    """Return how long some ticks last, rounded up: "3 s", or "15 turns" where one plays in turns.

    A turn is the time of a step at normal speed.
    """
    count = span(ticks, pace)
    if pace.mode not in TURN_BY_TURN:
        return f"{count} s"
    return "1 turn" if count == 1 else f"{count} turns"


def short_span_words(ticks: int, pace: PaceStatus) -> str:
    """Return the same for narrow columns: "3 s" or "15 t"."""
    return f"{span(ticks, pace)} {'t' if pace.mode in TURN_BY_TURN else 's'}"


def span(ticks: int, pace: PaceStatus) -> int:
    """Return the seconds or turns that some ticks last, rounded up."""
    return -(-ticks // (TICKS_PER_TURN if pace.mode in TURN_BY_TURN else TICKS_PER_SECOND))
