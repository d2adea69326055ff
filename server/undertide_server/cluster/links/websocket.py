"""Wires as websockets: the front dials, and the owner accepts if the key and the version are right.

A wire carries whole binary messages only, so each is handled in the middle of reading, without a
queue or a task of its own.
"""

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import structlog
from websockets.asyncio.client import ClientConnection, unix_connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server, ServerConnection, unix_serve
from websockets.client import ClientProtocol
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from undertide_server.cluster.links.errors import LinkRefusedError
from undertide_server.cluster.links.link import LINK_MAX_MESSAGE
from undertide_server.cluster.links.messages import LINK_VERSION
from undertide_server.cluster.links.wire import LinkWire, WireEnd

DIAL_SECONDS: Final = 1.5
"""Time for a node to accept a link: less than those who ask over it wait for their answer."""
LINGER_SECONDS: Final = 1.0
"""Time for a node to read the last messages of a link that ends."""
READ_BYTES: Final = 2**16
"""Bytes that are read at once: the frames of some sessions."""
MOST_REASON: Final = 120
"""Bytes of the reason in a closing frame; the protocol allows 123."""
MOST_ID: Final = 64
"""Characters of a node's id."""
HEADERS: Final = ("Undertide-Link", "Undertide-Node", "Undertide-Key")
"""The headers in which a front shows the version of the link, its own id, and the owner's key."""

Accept = Callable[[str, LinkWire], WireEnd]
"""Called with the id of a node that has dialled; returns the end of its link."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class NodeAddress:
    """Where a node listens for links, and the key that its fronts must show."""

    path: str
    """The path of a Unix socket."""
    key: bytes


class WebSocketWire(Connection, asyncio.BufferedProtocol):
    """A websocket as a wire.

    It reads into one buffer of its own, which costs half as much as a new one for each read.
    """

    end_of_link: WireEnd | None = None
    """The end of the link that uses this wire, once it is there."""
    heard_at = 0.0

    @property
    def unsent(self) -> int:
        """Bytes that wait for the other end to take them."""
        return self.transport.get_write_buffer_size()

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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note the beginning of the connection."""
        super().connection_made(transport)
        self._buffer = memoryview(bytearray(READ_BYTES))
        self.heard_at = self.loop.time()

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """Return the buffer to read into."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take in what was read."""
        self.data_received(bytes(self._buffer[:nbytes]))

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


class AcceptedWire(WebSocketWire, ServerConnection):
    """The owner's end of a wire."""

    def __init__(
        self, protocol: ServerProtocol, server: Server, *, accept: Accept, **options: Any
    ) -> None:
        super().__init__(protocol, server, **options)
        self._accept = accept

    def begin(self) -> None:
        """Make the owner's end of the link, unless it is there, or the wire has ended already."""
        if self.end_of_link is None and self.protocol.state is State.OPEN:
            assert self.request is not None, "a link begins with a request"
            self.end_of_link = self._accept(self.request.headers[HEADERS[1]], self)

    def _take(self, frame: Frame) -> None:
        # A message may come before the library calls the handler of its connection.
        self.begin()
        if self.end_of_link is not None:
            super()._take(frame)


async def dial(address: NodeAddress, node: str, end_of_link: WireEnd) -> LinkWire:
    """Return a wire to the node at an address, for the front `node`. Raises LinkRefusedError."""
    shown = (str(LINK_VERSION), node, address.key.hex())
    try:
        wire = await unix_connect(
            address.path,
            create_connection=partial(DialledWire, end_of_link=end_of_link),
            additional_headers=dict(zip(HEADERS, shown, strict=True)),
            user_agent_header=None,
            compression=None,
            max_size=LINK_MAX_MESSAGE,
            ping_interval=None,
            open_timeout=DIAL_SECONDS,
            close_timeout=LINGER_SECONDS,
        )
    except InvalidStatus as refused:
        reason = refused.response.body.decode(errors="replace").strip()
        raise LinkRefusedError(f"it refused the link: {reason}") from refused
    except (OSError, InvalidHandshake) as fault:  # a TimeoutError is an OSError
        raise LinkRefusedError(f"nobody accepts links at {address.path}: {fault!r}") from fault
    assert isinstance(wire, DialledWire)
    return wire


@asynccontextmanager
async def listening(path: Path, key: bytes, accept: Accept) -> AsyncIterator[None]:
    """Accept links at a Unix socket until this ends. Raises OSError if it can't listen there."""

    async def stay(wire: ServerConnection) -> None:
        assert isinstance(wire, AcceptedWire)
        wire.begin()
        await wire.wait_closed()

    async with await unix_serve(
        stay,
        str(path),
        process_request=lambda wire, request: _refusal(wire, request, key),
        create_connection=partial(AcceptedWire, accept=accept),
        server_header=None,
        compression=None,
        max_size=LINK_MAX_MESSAGE,
        ping_interval=None,
        open_timeout=DIAL_SECONDS,
        close_timeout=LINGER_SECONDS,
    ):
        yield


def _refusal(wire: ServerConnection, request: Request, key: bytes) -> Response | None:
    """Return the answer to a request that may not become a link; None if it may."""
    version, node, shown = (request.headers.get(name, "") for name in HEADERS)
    if not hmac.compare_digest(shown.encode(), key.hex().encode()):
        status, reason = HTTPStatus.FORBIDDEN, "the key is wrong"
    elif version != str(LINK_VERSION):
        status = HTTPStatus.UPGRADE_REQUIRED
        reason = f"the link has version {version}; this node speaks version {LINK_VERSION}"
    elif not 0 < len(node) <= MOST_ID:
        status, reason = HTTPStatus.BAD_REQUEST, f"an id has 1 to {MOST_ID} characters"
    else:
        return None
    log.warning("link refused", node=node[:MOST_ID], reason=reason)
    return wire.respond(status, reason)
