"""Connections of links up to their first byte: counted, bounded in time, and inside TLS.

The library counts a connection only after its handshakes. Here one counts from its first packet.
"""

import asyncio
import ssl
from dataclasses import dataclass
from typing import Any, Final, cast

from websockets.asyncio.connection import Connection

from undertide_server.util.early_bytes import feed_soon

DIAL_SECONDS: Final = 1.5
"""Time for a node to accept a link: less than those who ask over it wait for their answer. TLS and
the request that follows it have as much each."""
LINGER_SECONDS: Final = 1.0
"""Time for a node to read the last messages of a link that ends."""
MOST_HANDSHAKES: Final = 64
"""Connections at once that are no links yet. All nodes of a large cluster may dial one that has
just begun; each takes some milliseconds."""
READ_BYTES: Final = 2**16
"""Bytes that are read at once: the frames of some sessions."""
MOST_EARLY: Final = READ_BYTES
"""Bytes that may come together with the end of the handshake of TLS: a request takes far less."""


class Handshakes:
    """The connections to a node that are no links yet."""

    def __init__(self, most: int = MOST_HANDSHAKES) -> None:
        self._most = most
        self._under_way: set[object] = set()

    def enter(self, wire: object) -> bool:
        """Count a connection; return whether it may go on."""
        if len(self._under_way) >= self._most:
            return False
        self._under_way.add(wire)
        return True

    def leave(self, wire: object) -> None:
        """Count a connection no longer: it is a link now, or has ended."""
        self._under_way.discard(wire)


@dataclass(frozen=True, slots=True)
class Securing:
    """How a connection becomes a secure one."""

    context: ssl.SSLContext
    is_owner: bool
    """Whether this end was dialled."""


class SecuredConnection(Connection, asyncio.BufferedProtocol):
    """A connection of the library that agrees on TLS first, if it is to be secured.

    It reads into one buffer of its own, which costs half as much as a new one for each read.
    """

    def __init__(self, *words: Any, securing: Securing | None = None, **options: Any) -> None:
        super().__init__(*words, **options)
        self._securing = securing
        self._task: asyncio.Task[None] | None = None
        self._is_open = False
        self._early = bytearray()
        """Bytes that came before this end began TLS, or before it knew that TLS is agreed on."""
        self._buffer = memoryview(bytearray(READ_BYTES))
        self.secured: asyncio.Future[None] = self.loop.create_future()
        """Done when the library's handshake may begin; it has the fault if there is none."""

    @property
    def unsent(self) -> int:
        """Bytes that wait for the other end to take them, before and after encryption."""
        waiting = self.transport.get_write_buffer_size()
        return waiting + (0 if self._line is self.transport else self._line.get_write_buffer_size())

    def opened(self) -> None:
        """Do what is due when the library's handshake begins."""

    # --- callbacks of asyncio ----------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Agree on TLS, or begin at once."""
        # Those of uvloop have the same methods, and another base.
        transport = cast("asyncio.Transport", transport)
        self.transport = self._line = transport
        if self._securing is None:
            self._open(transport)
        else:
            transport.pause_reading()
            self._task = self.loop.create_task(self._secure(transport, self._securing))

    async def _secure(self, line: asyncio.Transport, securing: Securing) -> None:
        early, self._early = bytes(self._early), bytearray()
        feed_soon(line, early)
        try:
            transport = await self.loop.start_tls(
                line,
                self,
                securing.context,
                server_side=securing.is_owner,
                ssl_handshake_timeout=DIAL_SECONDS,
                ssl_shutdown_timeout=LINGER_SECONDS,
            )
        except OSError as fault:  # one of TLS is one, too
            line.abort()
            self._fail(fault)
            return
        if transport is None or line.is_closing():
            line.abort()
            self._fail(ConnectionResetError("the connection ended during its handshake"))
        else:
            self._open(transport)

    def _fail(self, fault: Exception | None) -> None:
        """Give up a connection that has not begun."""
        if not self.secured.done():
            self.secured.set_exception(fault or ConnectionResetError("the connection ended"))
            self.secured.exception()  # Whoever was dialled asks nobody for it.
        self.never_opened()

    def never_opened(self) -> None:
        """Do what is due when a connection ends before the library's handshake."""

    def _open(self, transport: asyncio.Transport) -> None:
        """Begin the library's handshake, with the bytes that came already."""
        self._is_open = True
        super().connection_made(transport)
        self.opened()
        if not self.secured.done():
            self.secured.set_result(None)
        early, self._early = bytes(self._early), bytearray()
        if early:
            self.data_received(early)

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """Return the buffer to read into."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take in what was read."""
        self.data_received(bytes(self._buffer[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Take in bytes. uvloop calls this itself: it reads into a buffer of its own."""
        if self._is_open:
            super().data_received(data)
        elif len(self._early) + len(data) > MOST_EARLY:
            self._line.abort()
        else:
            self._early += data

    def eof_received(self) -> None:
        """Note that the other end sends nothing more."""
        if self._is_open:
            super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end of the connection, whether it has begun or not."""
        if self._is_open:
            super().connection_lost(exc)
        else:
            self._fail(exc)
