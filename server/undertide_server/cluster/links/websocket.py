"""Wires as websockets: the front dials, and the owner accepts if the key and the version are right.

A wire carries whole binary messages only, so each is handled in the middle of reading, without a
queue or a task of its own. `opening.py` opens them.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final, cast

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import Server, ServerConnection
from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from undertide_server.cluster.links.securing import LINGER_SECONDS, Handshakes, SecuredConnection
from undertide_server.cluster.links.wire import LinkWire, WireEnd

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
