"""One websocket of the server, guarded where the library is not.

The library bounds the size of a message and stops reading when many wait. It answers every ping and
keeps whatever one read brought, so both are bounded here. It counts a connection only once its
handshake is over; here it counts from its first packet.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from websockets.asyncio.server import Server, ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from undertide_server.gateway.admission import Admission, place_of
from undertide_server.gateway.bucket import TokenBucket

MAX_WAITING: Final = 1024
"""Messages of one connection that wait to be read: ten times what a burst and its refusals take."""
ASIDES_PER_SECOND: Final = 10.0
"""Pings, pongs and fragments of one connection: a client needs one in some seconds."""
ASIDES_AT_ONCE: Final = 100.0
"""The same, after a network that stood still lets go."""


def _nothing() -> None:
    """Stand in for a callback until there is one."""


class Socket(ServerConnection):
    """A connection that tells when its client stops and begins again to take what it is sent.

    It counts itself in `admission` and is among `everyone` from its first packet to its last.
    """

    def __init__(
        self,
        protocol: ServerProtocol,
        server: Server,
        admission: Admission,
        everyone: "set[Socket]",
        **options: Any,
    ) -> None:
        super().__init__(protocol, server, **options)
        self.place = ""
        """What its address counts as."""
        self.on_clogged: Callable[[], None] = _nothing
        """Called when more than the soft limit of bytes waits to be taken."""
        self.on_drained: Callable[[], None] = _nothing
        """Called when most of them were taken."""
        self._admission = admission
        self._everyone = everyone
        self._counted = False
        self._waiting = 0
        self._asides = TokenBucket(ASIDES_PER_SECOND, ASIDES_AT_ONCE, self.loop.time())

    async def next_message(self) -> bytes | str:
        """Return the next message, as soon as it is there. Raises ConnectionClosed."""
        message = await self.recv()
        self._waiting -= 1
        return message

    def write(self, frame: bytes) -> None:
        """Hand a whole serialised frame to the network, unless the connection is about to end.

        One frame made for many, without a turn through each one's protocol: that is where most of
        the time of the library's `broadcast` goes.
        """
        if self.protocol.state is State.OPEN:
            self.transport.write(frame)

    @property
    def unsent(self) -> int:
        """Bytes that wait for the client to take them."""
        return self.transport.get_write_buffer_size()

    def drop(self) -> None:
        """End the connection at once, without a word that nobody would read."""
        self.transport.abort()

    # --- what asyncio and the library call ---------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, or cut it off when there are far too many."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self.place = place_of(str(peer[0])) if peer else ""
        self._counted = self._admission.arrive(self.place)
        if self._counted:
            self._everyone.add(self)
        else:
            self.drop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        super().connection_lost(exc)
        if self._counted:
            self._everyone.discard(self)
            self._admission.leave(self.place)

    def process_event(self, event: Event) -> None:
        """Take in a frame, or drop a connection that sends more than anybody reads."""
        if isinstance(event, Frame) and not self._bears(event):
            self.drop()
            return
        super().process_event(event)

    def _bears(self, frame: Frame) -> bool:
        """Count a frame; whether the connection may stay."""
        if frame.fin and frame.opcode in {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}:
            self._waiting += 1
            return self._waiting <= MAX_WAITING
        return self._asides.take(self.loop.time())

    def pause_writing(self) -> None:
        """Note that the client is behind."""
        super().pause_writing()
        self.on_clogged()

    def resume_writing(self) -> None:
        """Note that the client has caught up."""
        super().resume_writing()
        self.on_drained()
