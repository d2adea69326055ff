"""What a server spends and what its clients get, measured in slices of a second."""

import time
from dataclasses import dataclass, field
from typing import Final

from workers import Worker, running

SETTLE_SECONDS: Final = 0.4
"""After a process goes on, before it is measured: it makes up for what it missed."""


@dataclass
class Meter:
    """A server, the processes of its clients, and which of all these counts the frames."""

    server: Worker
    clients: tuple[Worker, ...]
    counter: Worker
    cpu: float = 0.0
    frames: int = 0
    seconds: float = 0.0
    costs: list[float] = field(default_factory=list)
    """Microseconds a frame in each slice."""

    @property
    def cost(self) -> float:
        """Microseconds of the server's CPU a frame, over all slices."""
        return self.cpu / self.frames * 1e6

    def measure(self, seconds: float) -> None:
        """Let these processes run for a slice, all others being stopped; add what it cost."""
        with running(self.server, *self.clients):
            time.sleep(SETTLE_SECONDS)
            began, cpu, frames = self._now()
            time.sleep(seconds)
            ended, cpu_after, frames_after = self._now()
        self.seconds += ended - began
        self.cpu += cpu_after - cpu
        self.frames += frames_after - frames
        self.costs.append((cpu_after - cpu) / max(1, frames_after - frames) * 1e6)

    def _now(self) -> tuple[float, float, int]:
        frames: int = self.counter.ask("counts")["frames"]
        cpu: float = self.server.ask("cpu")
        return time.monotonic(), cpu, frames


def spread(ratios: list[float]) -> str:
    """Return the range of ratios of single slices, which tells how steady the machine was."""
    return f"{min(ratios):.1f} to {max(ratios):.1f}"
