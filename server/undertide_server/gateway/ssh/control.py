"""The line between the server and a worker: messages as JSON, a line each.

A `TakeVisit` brings along a descriptor: the connection of the visitor.
"""

import asyncio
import os
import socket
from collections import deque
from typing import Final, Generic, TypeVar

import msgspec

READ: Final = 65_536
"""Bytes that are read at once."""
MAX_LINE: Final = 65_536
"""Most bytes of a message: many times as many as one has."""
DESCRIPTORS: Final = 8
"""Descriptors that are taken at once: the system hands over one message's at a time."""


class Setup(msgspec.Struct, frozen=True, tag="setup"):
    """The first message to a worker: what all of its visits have in common."""

    folder: str
    """The folder of the host key and of the vaults."""
    socket: str
    """The path of the Unix socket for websockets."""
    address: str
    """The address at which others find the server."""
    megabytes: int
    """Memory that the worker may take."""
    visitors: int
    """The most visits at once."""


class VisitTerms(msgspec.Struct, frozen=True, tag="terms"):
    """The operator's settings for visits, first and after each change of them."""

    keys_only: bool
    login_seconds: float
    idle_minutes: float


class TakeVisit(msgspec.Struct, frozen=True, tag="visit"):
    """A new visit. The descriptor of its connection comes with it."""

    ticket: str


class DropVisit(msgspec.Struct, frozen=True, tag="drop"):
    """The end of a visit that takes too long to log in."""

    ticket: str


class Guessed(msgspec.Struct, frozen=True, tag="guessed"):
    """The answer to a guess: the seconds to wait; 0 if it may be tried now."""

    ticket: str
    seconds: float


class StopVisits(msgspec.Struct, frozen=True, tag="stop"):
    """The end of all visits, with the last words to the visitors."""

    words: str


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The worker takes visits."""

    fingerprint: str
    """The fingerprint of the host key, as ssh shows it to those who connect first."""


class Beat(msgspec.Struct, frozen=True, tag="beat"):
    """The worker's event loop runs. It says so every `heartbeat.BEAT_SECONDS`."""


class LoggedIn(msgspec.Struct, frozen=True, tag="logged in"):
    """A visitor has logged in."""

    ticket: str


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """A visitor gives the code of a seat: may it be tried?"""

    ticket: str


class Right(msgspec.Struct, frozen=True, tag="right"):
    """The code that was tried last is right, so it doesn't count as a guess."""

    ticket: str


class VisitEnded(msgspec.Struct, frozen=True, tag="left"):
    """A visit is over."""

    ticket: str
    fault: str = ""
    """The fault of the program that ended it; empty if there was none."""
    is_broken: bool = False
    """Whether it ended before a login, by bytes that are no ssh."""


ToWorker = Setup | VisitTerms | TakeVisit | DropVisit | Guessed | StopVisits
ToServer = Ready | Beat | LoggedIn | Guess | Right | VisitEnded
Received = TypeVar("Received", ToWorker, ToServer)


class ControlLine(Generic[Received]):
    """One end of the line, a connected Unix socket, which it owns."""

    def __init__(self, end: socket.socket, kind: type) -> None:
        end.setblocking(False)
        self._end = end
        self._decoder: msgspec.json.Decoder[Received] = msgspec.json.Decoder(kind)
        self._bytes = b""
        self._descriptors: deque[int] = deque()

    def send(self, message: ToWorker | ToServer, descriptor: int | None = None) -> None:
        """Send a message at once. Raises OSError if the other end is gone or doesn't read."""
        line = msgspec.json.encode(message) + b"\n"
        descriptors = [] if descriptor is None else [descriptor]
        sent = socket.send_fds(self._end, [line], descriptors)
        if sent != len(line):
            raise BlockingIOError("the other end of the line doesn't read")

    async def receive(self) -> list[Received]:
        """Return the next messages; none at the end of the line. Raises DecodeError."""
        while b"\n" not in self._bytes:
            data = await self._read()
            self._bytes += data
            if not data or len(self._bytes) > MAX_LINE + READ:
                return []
        *lines, self._bytes = self._bytes.split(b"\n")
        return [self._decoder.decode(line) for line in lines]

    def take_descriptor(self) -> int:
        """Return the descriptor that came with the oldest `TakeVisit` that has none yet."""
        return self._descriptors.popleft()

    def close(self) -> None:
        """Close the line, and the descriptors that nobody took."""
        self._end.close()
        while self._descriptors:
            os.close(self._descriptors.popleft())

    async def _read(self) -> bytes:
        while True:
            try:
                data, descriptors, _, _ = socket.recv_fds(self._end, READ, DESCRIPTORS)
            except BlockingIOError:
                await self._wait()
                continue
            except ConnectionError:  # the other end has ended with something unread
                return b""
            self._descriptors.extend(descriptors)
            return data

    async def _wait(self) -> None:
        """Wait until there is something to read."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._end, news.set)
        try:
            await news.wait()
        finally:
            loop.remove_reader(self._end)
