"""Readings of this process: its clocks, its CPU time and its memory."""

import time
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, ProcessCollector


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

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)

    def moment(self) -> MachineSample:
        """Return the present readings."""
        memory = self._registry.get_sample_value("process_resident_memory_bytes") or 0
        return MachineSample(time.time(), time.monotonic(), time.process_time(), int(memory))
