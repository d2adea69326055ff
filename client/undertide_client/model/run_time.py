"""The text form of moments of a run: 1:02:30 for its real time. Pure."""

import re
from typing import Final, NamedTuple

from undertide_client.model.errors import BadMomentError

_WRITTEN: Final = re.compile(r"(?:(?:(\d{1,5}):)?(\d{1,4}):(\d{1,2})|(\d{1,12}))", re.ASCII)
"""Either hours, minutes and seconds, or ticks."""


class RunMoment(NamedTuple):
    """A moment of a run: milliseconds of its real time, or a tick if that is None."""

    elapsed: int | None
    tick: int = 0


BEGINNING: Final = RunMoment(None)
"""The first moment of a run."""


def clock(elapsed: int) -> str:
    """Return milliseconds in hours, minutes and whole seconds: "1:02:30"."""
    minutes, seconds = divmod(max(0, elapsed) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"


def moment_of(text: str) -> RunMoment:
    """Return the moment that `text` means: a time, or a number of ticks. Raises BadMomentError."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise BadMomentError("expected a tick, or a time such as 1:02:30")
    hours, minutes, seconds, ticks = found.groups()
    if ticks is not None:
        return RunMoment(None, int(ticks))
    return RunMoment(((int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)) * 1000)
