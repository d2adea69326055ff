"""The text form of moments of a run: 1:02:30 for ticks. Pure."""

import re
from typing import Final

from undertide_client.model.errors import BadMomentError
from undertide_shared.time import TICKS_PER_SECOND

_WRITTEN: Final = re.compile(r"(?:(?:(\d{1,5}):)?(\d{1,4}):(\d{1,2})|(\d{1,12}))", re.ASCII)
"""Either hours, minutes and seconds, or ticks."""


def clock(ticks: int) -> str:
    """Return the length of some ticks in hours, minutes and whole seconds: "1:02:30"."""
    minutes, seconds = divmod(max(0, ticks) // TICKS_PER_SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"


def ticks_of(text: str) -> int:
    """Return the ticks that `text` means: a number of ticks, or a time. Raises BadMomentError."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise BadMomentError("expected a tick, or a time such as 1:02:30")
    hours, minutes, seconds, ticks = (int(part or 0) for part in found.groups())
    return ticks + ((hours * 60 + minutes) * 60 + seconds) * TICKS_PER_SECOND
