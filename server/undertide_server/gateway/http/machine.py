"""What the machine says of this process: its clocks, its CPU, its memory."""

import time
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, ProcessCollector


@dataclass(frozen=True, slots=True)
class MachineSample:
    """Readings of one moment, in seconds and bytes."""

    wall: float
    """Since 1970."""
    clock: float
    """Of a clock that never jumps."""
    cpu: float
    """That the process has used so far, all its threads together."""
    memory: int
    """That is resident; 0 where the system does not tell."""


class Machine:
    """Reads what this process uses."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)

    def moment(self) -> MachineSample:
        """Return what is now."""
        memory = self._registry.get_sample_value("process_resident_memory_bytes") or 0
        return MachineSample(time.time(), time.monotonic(), time.process_time(), int(memory))
