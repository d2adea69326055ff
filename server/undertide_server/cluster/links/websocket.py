"""Wires as websockets: the front dials, and the owner accepts if the key and the version are right.

A wire carries whole binary messages only, so each is handled in the middle of reading, without a
queue or a task of its own. Links between machines agree on TLS first. `opening.py` opens wires.
"""

import asyncio
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server, ServerConnection
from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from undertide_server.cluster.links.link import LinkWire, WireEnd
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


MOST_REASON: Final = 120
"""Bytes of the reason in a closing frame; the protocol allows 123."""
Accept = Callable[[str, LinkWire], WireEnd]
"""Called with the id of a node that has dialled; returns the end of its link."""


class WebSocketWire(SecuredConnection):
    """A websocket as a wire."""

    end_of_link: WireEnd | None = None
    """The end of the link that uses this wire, once it is there."""
    heard_at = 0.0

    def write(self, data: bytes) -> None:
        """Send one message; nothing once the connection is about to end."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_binary(data)
            self.send_data()

    def probe(self) -> None:
        """Make the other end send something."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_ping(b"")
            self.send_data()

    def end(self, reason: str) -> None:
        """End the connection. What was written before still arrives if the other end reads it."""
        self._say_goodbye(CloseCode.NORMAL_CLOSURE, reason)
        self.transport.close()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def cut(self) -> None:
        """End the connection at once; what waits is lost."""
        self.transport.abort()

    def _say_goodbye(self, code: CloseCode, reason: str) -> None:
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(code, reason.encode()[:MOST_REASON].decode(errors="ignore"))
            self.send_data()

    # --- callbacks of asyncio and the library ------------------------------------------------

    def opened(self) -> None:
        """Note the beginning of the connection."""
        self.heard_at = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Note that the other end is there, and read. A goodbye or a fault ends the link."""
        self.heard_at = self.loop.time()
        super().data_received(data)
        if self.protocol.state in {State.CLOSING, State.CLOSED}:
            self._lose(None)

    def process_event(self, event: Event) -> None:
        """Hand a message to the link; leave the handshake, pings and goodbyes to the library."""
        if isinstance(event, Frame) and event.opcode in {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}:
            self._take(event)
        else:
            super().process_event(event)

    def _take(self, frame: Frame) -> None:
        assert self.end_of_link is not None, "a link begins with its handshake"
        if frame.opcode is Opcode.BINARY and frame.fin:
            self.end_of_link.receive(bytes(frame.data))
        else:
            self.end_of_link.lose("the node sent a message that is no whole binary one")

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the link why its wire has ended."""
        super().connection_lost(exc)
        if self._is_open:
            self._lose(exc)

    def _lose(self, exc: Exception | None) -> None:
        # Who has dialled learns from the handshake why there is no link.
        if self.end_of_link is not None and self.protocol.handshake_exc is None:
            self.end_of_link.lose(self._why_lost(exc))

    def _why_lost(self, exc: Exception | None) -> str:
        goodbye = self.protocol.close_rcvd
        fault = self.protocol.parser_exc or exc
        if goodbye is not None and goodbye.reason:
            return f"the node said: {goodbye.reason}"
        return f"the connection ended: {fault or 'the node is gone'}"


class DialledWire(WebSocketWire, ClientConnection):
    """The front's end of a wire."""

    def __init__(self, protocol: ClientProtocol, *, end_of_link: WireEnd, **options: Any) -> None:
        super().__init__(protocol, **options)
        self.end_of_link = end_of_link

    async def handshake(self, *words: Any, **options: Any) -> None:
        """Show what an owner must see, once TLS is agreed on. Raises OSError if it is not."""
        await self.secured
        await super().handshake(*words, **options)


class AcceptedWire(WebSocketWire, ServerConnection):
    """The owner's end of a wire."""

    node = ""
    """The id that its front has shown."""

    def __init__(
        self,
        protocol: ServerProtocol,
        server: Server,
        *,
        accept: Accept,
        handshakes: Handshakes,
        **options: Any,
    ) -> None:
        super().__init__(protocol, server, **options)
        self._accept = accept
        self._handshakes = handshakes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless too many others have begun and are no links yet."""
        if self._handshakes.enter(self):
            super().connection_made(transport)
        else:
            self.transport = self._line = cast("asyncio.Transport", transport)
            self.transport.abort()

    def never_opened(self) -> None:
        """Count it no longer."""
        self._handshakes.leave(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self._handshakes.leave(self)
        super().connection_lost(exc)

    def begin(self) -> None:
        """Make the owner's end of the link, unless it is there, or the wire has ended already."""
        if self.end_of_link is None and self.protocol.state is State.OPEN:
            self._handshakes.leave(self)
            self.end_of_link = self._accept(self.node, self)

    def _take(self, frame: Frame) -> None:
        # A message may come before the library calls the handler of its connection.
        self.begin()
        if self.end_of_link is not None:
            super()._take(frame)
