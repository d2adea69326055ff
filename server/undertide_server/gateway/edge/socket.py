"""One websocket of the server, with limits that the library does not set.

The library limits the size of a message, and stops reading when many messages wait. But it answers
every ping and keeps everything that one read brought. So this module limits both, and also the
bytes of a request and the bytes a second. The library counts a connection only after its
handshakes. Here a connection counts from its first packet, also during the TLS handshake.
"""

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from typing import Any, Final

import structlog
from websockets.asyncio.server import Server, ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from undertide_server.gateway.edge.admission import NOWHERE
from undertide_server.gateway.edge.allowance import Allowance, bytes_of_connection
from undertide_server.gateway.edge.connection_gate import ConnectionGate, Cut, Whence
from undertide_server.util.bucket import TokenBucket
from undertide_shared.closing import Closing

MAX_HEAD: Final = 16 * 1024
"""Bytes of a request: twice as many as the largest browsers send with all their cookies."""
MAX_WAITING: Final = 1024
"""Messages of one connection that wait to be read: ten times a burst and its refusals."""
ASIDES_PER_SECOND: Final = 10.0
"""Pings, pongs and fragments of one connection: a client needs one every few seconds."""
ASIDES_AT_ONCE: Final = 100.0
"""Pings, pongs and fragments at once, such as after a network that stalled."""
LINGER_SECONDS: Final = 3.0
"""Time for a client to take the goodbye of a server that no longer reads."""
TOO_MANY_BYTES: Final = "too fast: you send more bytes a second than the server accepts"

log = structlog.get_logger()


HandleAtOnce = Callable[[bytes, float], bool]
"""Handles a message that was read at a time of the loop's clock, or leaves it. Returns whether it
handled the message."""


def _nothing() -> None:
    """Do nothing, in place of a callback that is not set yet."""


def _leave(_message: bytes, _now: float) -> bool:
    """Handle no message at once."""
    return False


class Socket(ServerConnection):
    """A connection that reports when its client falls behind and when it has caught up.

    The connection gate counts it from its first packet to its last.
    """

    def __init__(
        self,
        protocol: ServerProtocol,
        server: Server,
        gate: ConnectionGate,
        **options: Any,
    ) -> None:
        super().__init__(protocol, server, **options)
        now = self.loop.time()
        self.whence = Whence("", NOWHERE, secure=False)
        self.heard_at = now
        """Time when its latest message was read, by the loop's clock."""
        self.on_clogged: Callable[[], None] = _nothing
        """Called when more bytes than the soft limit wait to be taken."""
        self.on_drained: Callable[[], None] = _nothing
        """Called when most of them were taken."""
        self._gate = gate
        self._tls = gate.tls
        self._securing: asyncio.Task[None] | None = None
        self._early = b""
        self._opened = False
        self._ending = False
        self._is_counted_out = False
        self._left = False
        self._head = 0
        self._read_at = now
        self._handle_at_once: HandleAtOnce = _leave
        """Set while a task waits for a message."""
        self._waiting = 0
        self._bytes = bytes_of_connection(gate.limits, now)
        self._asides = TokenBucket(ASIDES_PER_SECOND, ASIDES_AT_ONCE, now)

    @property
    def address_key(self) -> str:
        """The address key of its client."""
        return self.whence.address_key

    @property
    def allowance(self) -> Allowance:
        """The shared limits of all connections with its address key."""
        return self._gate.admission.allowance(self.address_key, self.loop.time())

    async def next_message(self, handle_at_once: HandleAtOnce = _leave) -> bytes | str:
        """Return the next message as soon as there is one. Raises ConnectionClosed.

        Until then, each message that arrives is offered to `handle_at_once` first, in the middle of
        reading. A message that it handles needs no turn of the loop or of the task that waits here.
        """
        self._handle_at_once = handle_at_once
        try:
            message = await self.recv()
        finally:
            self._handle_at_once = _leave
        self._waiting -= 1
        self.heard_at = self.loop.time()
        return message

    def write(self, frame: bytes) -> None:
        """Hand a whole serialised frame to the network, unless the connection is about to end.

        One frame serves many connections without passing through each one's protocol. The library's
        `broadcast` spends most of its time there.
        """
        if self.protocol.state is State.OPEN:
            self.transport.write(frame)

    @property
    def unsent(self) -> int:
        """Bytes that wait for the client to take them."""
        waiting = self.transport.get_write_buffer_size()
        encrypted = self._line.get_write_buffer_size() if self._line is not self.transport else 0
        return waiting + encrypted

    def drop(self) -> None:
        """End the connection at once, without a goodbye that nobody would read."""
        self._ending = True
        self.transport.abort()

    def count_out(self) -> bool:
        """Mark the connection as ending; return False if it already was."""
        first, self._is_counted_out = not self._is_counted_out, True
        return first

    def cut(self, why: Cut) -> None:
        """End the connection at once, and note why."""
        if not self._ending:
            if self.count_out():
                self._gate.note(why, inside=self.request is not None)
            self.drop()

    def end(self, closing: Closing, reason: str) -> None:
        """Say goodbye with a close code, and read nothing more."""
        if not self.count_out():
            # It has had its goodbye, and still sends.
            self.drop()
        elif not self._ending:
            self._ending = True
            self._gate.counters.cut[closing.name.lower()] += 1
            log.info("put out", place=self.address_key, code=closing, reason=reason)
            self.protocol.fail(closing, reason)
            self.send_data()
            self.loop.call_later(LINGER_SECONDS, self.drop)

    # --- callbacks of asyncio and the library ------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Enter the connection gate; then agree on TLS first if the operator has set it up."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = self._line = transport
        peer = transport.get_extra_info("peername")
        if not self._gate.enter(self, str(peer[0]) if peer else "", self.loop.time()):
            return
        if self._tls is None:
            self._open(transport)
        else:
            self._securing = self.loop.create_task(self._secure(transport, self._tls))

    async def _secure(self, transport: asyncio.Transport, tls: ssl.SSLContext) -> None:
        """Agree on TLS with the client and go on inside it, or end the connection."""
        seconds = self._gate.limits.handshake_seconds
        secured = None
        with contextlib.suppress(OSError):
            secured = await self.loop.start_tls(
                transport,
                self,
                tls,
                server_side=True,
                ssl_handshake_timeout=seconds,
                ssl_shutdown_timeout=LINGER_SECONDS,
            )
        if secured is None or transport.is_closing():
            self.cut("no_tls")
            self._gate.leave(self)
        else:
            self._open(secured)

    def _open(self, transport: asyncio.Transport) -> None:
        """Start the library's protocol, with the bytes that came already."""
        self._opened = True
        super().connection_made(transport)
        if transport is not self._line:
            # Bytes should wait in the encrypted line, and before encryption only when that is full.
            # So the client is behind when the line is, and has caught up when the line has.
            self._line.set_write_buffer_limits(self.write_limit_high, self.write_limit_low)
            transport.set_write_buffer_limits(high=1, low=0)
        early, self._early = self._early, b""
        if early:
            self.data_received(early)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the counts."""
        if self._opened:
            super().connection_lost(exc)
            if self.request is None and exc is None and not (self._ending or self._left):
                self._gate.note("never_asked", inside=False)
        self._gate.leave(self)

    def eof_received(self) -> None:
        """Note that the client sends nothing more."""
        self._left = True
        if self._opened:
            super().eof_received()

    def data_received(self, data: bytes) -> None:
        """Take in bytes, as long as they are not too many."""
        if not self._opened:
            # TLS is agreed on, but this end does not know it yet.
            self._early += data
        elif self._ending:
            self.transport.pause_reading()
        elif self._bears(len(data)):
            super().data_received(data)

    def _bears(self, size: int) -> bool:
        """Count bytes; return whether the connection may stay."""
        if self.request is None:
            self._head += size
            if self._head > MAX_HEAD:
                self.cut("head_too_large")
                return False
        self._read_at = now = self.loop.time()
        bears = self._bytes.take(now, size) and self._gate.bears(self, size, now)
        if not bears and self.protocol.state is State.OPEN:
            self.end(Closing.TOO_FAST, TOO_MANY_BYTES)
        elif not bears:
            self.cut("bytes_too_fast")
        return bears

    def process_event(self, event: Event) -> None:
        """Take in a request or a frame, unless it is one too many."""
        if self._ending:
            return
        if isinstance(event, Frame):
            if self._is_handled(event):
                return
            self._count(event)
        elif isinstance(event, Request):
            self._ask(event)
        # Counting the frame or asking for entry may have ended the connection.
        if not self._ending:
            super().process_event(event)

    def _ask(self, request: Request) -> None:
        tls = self._tls is not None
        self._gate.ask(self, request.headers, tls=tls, now=self.loop.time())

    def _is_handled(self, frame: Frame) -> bool:
        """Offer an unfragmented message to the waiting task; return whether it was handled.

        A message that came after others that still wait is not offered: it must not overtake them.
        """
        if self._waiting or not frame.fin or frame.opcode is not Opcode.BINARY:
            return False
        handled = self._handle_at_once(bytes(frame.data), self._read_at)
        if handled:
            self.heard_at = self._read_at
        return handled

    def _count(self, frame: Frame) -> None:
        """Count a frame, and drop a connection that sends more than the server reads."""
        if frame.fin and frame.opcode in {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}:
            self._waiting += 1
            if self._waiting > MAX_WAITING:
                self.cut("messages_pile_up")
        elif not self._asides.take(self.loop.time()):
            self.cut("pings_too_fast")

    def pause_writing(self) -> None:
        """Note that the client is behind."""
        super().pause_writing()
        self.on_clogged()

    def resume_writing(self) -> None:
        """Note that the client has caught up."""
        super().resume_writing()
        self.on_drained()
