"""Links between simulated nodes, and connections of clients: in order, with delays and cuts."""

from collections.abc import Callable
from random import Random
from typing import Any

from support.cluster.virtual_time import Process, VirtualTime

TRAVEL_SECONDS = (0.0002, 0.02)
"""The least and the most that a message takes."""


class SimulatedLink:
    """A link between two processes. Messages of each direction arrive in order, or never.

    When it breaks, because one end dies or somebody cuts it, the ends are told once.
    """

    def __init__(self, time: VirtualTime, chance: Random, ends: "tuple[LinkEnd, LinkEnd]") -> None:
        self.is_open = True
        self._time = time
        self._chance = chance
        self._ends = ends
        self._free = [0.0, 0.0]
        """When the last message of each direction arrives."""

    def send(self, sender: "LinkEnd", message: Any) -> None:
        """Send a message to the other end, if the link is still open."""
        if not self.is_open:
            return
        side = self._ends.index(sender)
        other = self._ends[1 - side]
        arrival = max(self._free[side], self._time.now + self._chance.uniform(*TRAVEL_SECONDS))
        self._free[side] = arrival
        other.process.later(arrival - self._time.now, lambda: self._arrive(other, message))

    def cut(self) -> None:
        """Break the link."""
        if not self.is_open:
            return
        self.is_open = False
        for end in self._ends:
            end.process.later(self._chance.uniform(*TRAVEL_SECONDS), end.lost)

    def _arrive(self, end: "LinkEnd", message: Any) -> None:
        if self.is_open:
            end.heard(message)


class LinkEnd:
    """One end of a link: the process, and what it does with messages and with a loss."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.heard: Callable[[Any], object] = _ignore
        self.lost: Callable[[], object] = _nothing


def _ignore(_message: Any) -> None:
    """Do nothing with a message."""


def _nothing() -> None:
    """Do nothing."""
