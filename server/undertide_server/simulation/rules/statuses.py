"""How statuses stack, and how they change figures."""

from collections.abc import Iterable

from undertide_server.content.records.statuses import Status
from undertide_server.util.rounding import divided

WHOLE = 100
"""All of something, in percent."""


def stacked(status: Status, left: int, ticks: int) -> int:
    """Return the duration, in ticks, of a status that is applied for `ticks` where `left` remain.

    The status lasts longer or shorter than `ticks` as its record says (R14), and never longer than
    its maximum.
    """
    ticks = max(1, divided(ticks * status.lasts_percent, WHOLE))
    if status.stacks == "adds":
        lasts = left + ticks
    elif status.stacks == "keeps" and left:
        lasts = left
    else:
        lasts = max(left, ticks)
    return min(status.most, lasts)


def pace(speed: int, statuses: Iterable[Status]) -> int:
    """Return an actor's energy per tick under these statuses; 0 when one stops it altogether."""
    for status in statuses:
        if not status.speed_percent:
            return 0
        speed = max(1, speed * status.speed_percent // WHOLE)
    return speed
