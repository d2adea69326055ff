"""A player of a simulated cluster: it sends intents, and comes back whenever it is thrown out."""

from random import Random
from typing import Any, Protocol

from support.cluster.messages import Act, Enter, Entered, Frame, Left
from support.cluster.simulated_links import LinkEnd, SimulatedLink
from support.cluster.virtual_time import Process, VirtualTime

ACT_SECONDS = (0.3, 1.2)
"""The least and the most between two intents."""
RETRY_SECONDS = 0.3


class Doors(Protocol):
    """The one address of all nodes."""

    def connect(self, end: LinkEnd) -> SimulatedLink | None:
        """Return a connection to any node that listens; None if none does."""


class SimulatedClient:
    """A client with a seat in one run."""

    def __init__(
        self, time: VirtualTime, chance: Random, doors: Doors, run: str, seat: int
    ) -> None:
        self.process = Process(time)
        self.settled = 0
        """The highest sequence of an intent that was answered by a frame."""
        self.settled_at = 0.0
        """When the last such frame came."""
        self.losses = 0
        """How often its connection was closed."""
        self._time = time
        self._chance = chance
        self._doors = doors
        self.run = run
        self.seat = seat
        self._sequence = 0
        self._link: SimulatedLink | None = None
        self._end = LinkEnd(self.process)
        self._inside = False

    def start(self) -> None:
        self._connect()
        self.process.later(self._chance.uniform(*ACT_SECONDS), self._act)

    def _connect(self) -> None:
        self._inside = False
        self._end = LinkEnd(self.process)
        self._end.heard, self._end.lost = self._hear, self._lose
        self._link = self._doors.connect(self._end)
        if self._link is None:
            self.process.later(RETRY_SECONDS, self._connect)
        else:
            self._link.send(self._end, Enter(0, self.run, self.seat))

    def _lose(self) -> None:
        self.losses += 1
        self._inside = False
        self.process.later(RETRY_SECONDS, self._connect)

    def _hear(self, message: Any) -> None:
        match message:
            case Entered(received=received):
                self._inside = True
                self._sequence = max(self._sequence, received)
            case Frame(settled=settled):
                if settled > self.settled:
                    self.settled = settled
                    self.settled_at = self._time.now
            case Left():
                self._inside = False
                self.process.later(RETRY_SECONDS, self._enter_again)

    def _enter_again(self) -> None:
        if self._link is not None and self._link.is_open and not self._inside:
            self._link.send(self._end, Enter(0, self.run, self.seat))

    def _act(self) -> None:
        if self._inside and self._link is not None:
            self._sequence += 1
            self._link.send(self._end, Act(0, self._sequence))
        self.process.later(self._chance.uniform(*ACT_SECONDS), self._act)
