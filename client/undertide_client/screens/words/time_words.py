"""Lengths of time in words: seconds of real time, or turns where time waits for heroes. Pure."""

from typing import Final

from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.grammar import counted
from undertide_shared.messages import PaceMode
from undertide_shared.time import TICKS_PER_TURN, seconds_of

TURN_BY_TURN: Final[frozenset[PaceMode]] = frozenset({"solo", "party"})
"""The paces at which a floor moves when its heroes act, however long they think."""


def span_words(ticks: int, mirror: Mirror) -> str:
    """Return how long some ticks last, rounded up: "3 s", or "15 turns" where one plays in turns.

    A turn is the time of a step at normal speed.
    """
    count = span(ticks, mirror)
    return counted(count, "turn") if mirror.pace.mode in TURN_BY_TURN else f"{count} s"


def short_span_words(ticks: int, mirror: Mirror) -> str:
    """Return the same for narrow columns: "3 s" or "15 t"."""
    return f"{span(ticks, mirror)} {'t' if mirror.pace.mode in TURN_BY_TURN else 's'}"


def span(ticks: int, mirror: Mirror) -> int:
    """Return the seconds or turns that some ticks last, rounded up."""
    in_turns = mirror.pace.mode in TURN_BY_TURN
    return seconds_of(ticks, TICKS_PER_TURN if in_turns else mirror.ticks_per_second)
