"""One websocket of the server, guarded where the library is not.

The library bounds the size of a message and stops reading when many wait. It answers every ping and
keeps whatever one read brought, so both are bounded here, as are the bytes of a request and those
of a second. It counts a connection only once its handshakes are over; here it counts from its first
packet, also while TLS is agreed on.
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
from undertide_server.gateway.edge.bucket import TokenBucket
from undertide_server.gateway.edge.connection_gate import ConnectionGate, Cut, Whence
from undertide_shared.closing import Closing

MAX_HEAD: Final = 16 * 1024
"""Bytes of a request: twice what the largest browsers with all their cookies send."""
MAX_WAITING: Final = 1024
"""Messages of one connection that wait to be read: ten times what a burst and its refusals take."""
ASIDES_PER_SECOND: Final = 10.0
"""Pings, pongs and fragments of one connection: a client needs one in some seconds."""
ASIDES_AT_ONCE: Final = 100.0
"""The same, after a network that stood still lets go."""
LINGER_SECONDS: Final = 3.0
"""For a client to take the goodbye of a server that reads nothing of it any more."""
TOO_MANY_BYTES: Final = "too fast: more bytes a second than are read"

log = structlog.get_logger()


HandleAtOnce = Callable[[bytes, float], bool]
"""Handles a message that was read at a time of the loop's clock, or leaves it; whether it did."""


def _nothing() -> None:
    """Stand in for a callback until there is one."""


def _leave(_message: bytes, _now: float) -> bool:
    """Handle no message at once."""
    return False


class Socket(ServerConnection):
    """A connection that tells when its client stops and begins again to take what it is sent.

    It stands in the `door` from its first packet to its last.
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
        """When its latest message was read, by the loop's clock."""
        self.on_clogged: Callable[[], None] = _nothing
        """Called when more than the soft limit of bytes waits to be taken."""
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
        """Set while somebody waits for a message."""
        self._waiting = 0
        self._bytes = bytes_of_connection(gate.limits, now)
        self._asides = TokenBucket(ASIDES_PER_SECOND, ASIDES_AT_ONCE, now)

    @property
    def address_key(self) -> str:
        """What the address of its client counts as."""
        return self.whence.address_key

    @property
    def allowance(self) -> Allowance:
        """What it may do together with all others of its place."""
        return self._gate.admission.allowance(self.address_key, self.loop.time())

    async def next_message(self, handle_at_once: HandleAtOnce = _leave) -> bytes | str:
        """Return the next message, as soon as it is there. Raises ConnectionClosed.

        Until one is there, those that come are offered to `handle_at_once` first, in the middle of
        reading: a message that it handles needs no turn of the loop, nor of the task that waits
        here.
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

        One frame made for many, without a turn through each one's protocol: that is where most of
        the time of the library's `broadcast` goes.
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
        """End the connection at once, without a word that nobody would read."""
        self._ending = True
        self.transport.abort()

    def count_out(self) -> bool:
        """Whether this is the first time that it is to be ended: each is counted and told once."""
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
            # It was said goodbye to already, and goes on all the same.
            self.drop()
        elif not self._ending:
            self._ending = True
            self._gate.counters.cut[closing.name.lower()] += 1
            log.info("put out", place=self.address_key, code=closing, reason=reason)
            self.protocol.fail(closing, reason)
            self.send_data()
            self.loop.call_later(LINGER_SECONDS, self.drop)

    # --- what asyncio and the library call ---------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Stand in the door, and agree on TLS first where the host wants it."""
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
        """Agree on TLS with the client, and go on inside; or count it out."""
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
        """Let the library begin, with what came already."""
        self._opened = True
        super().connection_made(transport)
        if transport is not self._line:
            # What waits is to wait encrypted, and only then before that: so the client is behind
            # when the line is, and has caught up when the line has.
            self._line.set_write_buffer_limits(self.write_limit_high, self.write_limit_low)
            transport.set_write_buffer_limits(high=1, low=0)
        early, self._early = self._early, b""
        if early:
            self.data_received(early)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        if self._opened:
            super().connection_lost(exc)
            if self.request is None and exc is None and not (self._ending or self._left):
                self._gate.note("never_asked", inside=False)
        self._gate.leave(self)

    def eof_received(self) -> None:
        """Note that the client says nothing more."""
        self._left = True
        if self._opened:
            super().eof_received()

    def data_received(self, data: bytes) -> None:
        """Take in bytes, as long as they are not too many."""
        if not self._opened:
            # TLS is agreed on, and this end hears of it in a moment.
            self._early += data
        elif self._ending:
            self.transport.pause_reading()
        elif self._bears(len(data)):
            super().data_received(data)

    def _bears(self, size: int) -> bool:
        """Count bytes; whether the connection may stay."""
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
        # That may have ended it.
        if not self._ending:
            super().process_event(event)

    def _ask(self, request: Request) -> None:
        tls = self._tls is not None
        self._gate.ask(self, request.headers, tls=tls, now=self.loop.time())

    def _is_handled(self, frame: Frame) -> bool:
        """Offer a message that came in one piece to whoever waits for it; whether it was handled.

        One that came after others that still wait is not offered: it must not overtake them.
        """
        if self._waiting or not frame.fin or frame.opcode is not Opcode.BINARY:
            return False
        handled = self._handle_at_once(bytes(frame.data), self._read_at)
        if handled:
            self.heard_at = self._read_at
        return handled

    def _count(self, frame: Frame) -> None:
        """Count a frame, and drop a connection that sends more than anybody reads."""
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
