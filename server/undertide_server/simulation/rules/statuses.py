"""How statuses stack, and what they do to figures."""

from collections.abc import Iterable

from undertide_server.content.records.statuses import Status

WHOLE = 100
"""Percent."""


def stacked(status: Status, left: int, ticks: int) -> int:
    """Return how long a status lasts that comes for `ticks` where `left` of it remain.

    Never longer than its most.
    """
    if status.stacks == "adds":
        lasts = left + ticks
    elif status.stacks == "keeps" and left:
        lasts = left
    else:
        lasts = max(left, ticks)
    return min(status.most, lasts)


def pace(speed: int, statuses: Iterable[Status]) -> int:
    """Return the energy a tick of somebody with these statuses; 0 where one stops it altogether."""
    for status in statuses:
        if not status.speed_percent:
            return 0
        speed = max(1, speed * status.speed_percent // WHOLE)
    return speed


def warding(full_life: int, statuses: Iterable[Status]) -> int:
    """Return what statuses take off every hit of somebody with so much full life."""
    return sum(full_life * status.absorb_percent // WHOLE for status in statuses)
