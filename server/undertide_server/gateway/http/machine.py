"""Readings of this process: its clocks, its CPU time and its memory."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAGES: Final = Path("/proc/self/statm")
"""The sizes of this process in pages, as Linux tells them: the second is what is resident."""


@dataclass(frozen=True, slots=True)
class MachineSample:
    """Readings of one moment, in seconds and bytes."""

    wall: float
    """Seconds since 1970."""
    clock: float
    """Seconds of a clock that never jumps."""
    cpu: float
    """CPU seconds that the process has used so far, in all its threads together."""
    memory: int
    """Resident bytes; 0 where the system does not tell."""


class Machine:
    """A reader of this process's use of resources."""

    def moment(self) -> MachineSample:
        """Return the present readings."""
        return MachineSample(time.time(), time.monotonic(), time.process_time(), resident_bytes())


def resident_bytes() -> int:
    """Return the bytes of memory that are resident; 0 where the system does not tell."""
    try:
        return int(PAGES.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
