"""The wire under a link: a connection that carries whole messages, whatever it is made of."""

from typing import Protocol


class LinkWire(Protocol):
    """An open connection to another node. A simulation of faults has wires of its own."""

    @property
    def unsent(self) -> int:
        """Bytes that wait for the other end to take them."""

    @property
    def heard_at(self) -> float:
        """When anything last came from the other end, by the clock of the event loop."""

    def write(self, data: bytes) -> None:
        """Send one message; nothing once the connection is about to end."""

    def probe(self) -> None:
        """Make the other end send something."""

    def end(self, reason: str) -> None:
        """End the connection. What was written before still arrives if the other end reads it."""

    def cut(self) -> None:
        """End the connection at once; what waits is lost."""


class WireEnd(Protocol):
    """What uses a wire, and is told what happens to it."""

    def receive(self, data: bytes) -> None:
        """Take one message."""

    def lose(self, reason: str) -> None:
        """Note that the connection has ended, and why."""
