"""A connection of the server up to the answer to its request.

The library counts a connection only after its handshakes. Here a connection counts from its first
packet, also during the TLS handshake. The library also reads on behind a request that it has not
answered yet; here those bytes wait.
"""

import asyncio
import contextlib
import socket
import ssl
from typing import Any, Final, cast

from websockets.asyncio.server import Server
from websockets.exceptions import InvalidMessage
from websockets.http11 import Request
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from undertide_server.gateway.edge.admission import bytes_of_connection
from undertide_server.gateway.edge.closing import LINGER_SECONDS, CountedConnection
from undertide_server.gateway.edge.connection_gate import LOCAL, ConnectionGate
from undertide_server.gateway.edge.loop_shares import LoopShares
from undertide_server.util.early_bytes import feed_soon
from undertide_shared.closing import Closing

SLICE_BYTES: Final = 32
"""Bytes that are read at once: about one message of a player. Those of a larger packet may have
to wait for several turns."""
UNIX: Final = getattr(socket, "AF_UNIX", None)
"""The family of Unix sockets, where the system has them."""
UNKNOWN: Final = "unknown"
"""The address of a peer that was gone before anybody asked for it."""
TOO_MANY_BYTES: Final = "too fast: you send more bytes a second than the server accepts"


class OpeningConnection(CountedConnection):
    """A connection that agrees on TLS, sends one request, and is answered."""

    def __init__(
        self,
        protocol: ServerProtocol,
        server: Server,
        gate: ConnectionGate,
        shares: LoopShares,
        **options: Any,
    ) -> None:
        super().__init__(protocol, server, gate, **options)
        now = self.loop.time()
        self._shares = shares
        self._tls = gate.tls
        self._securing: asyncio.Task[None] | None = None
        self._held = bytearray()
        """Bytes that came and may not be read yet."""
        self._opened = False
        self._is_asking = False
        """Whether its request has come and is not answered yet."""
        self._is_in_line = False
        """Whether its bytes wait for a turn of its address."""
        self._left = False
        self._deadline: asyncio.TimerHandle | None = None
        """Ends the connection if its request doesn't come in time."""
        self._head = RequestHead()
        self._bytes = bytes_of_connection(gate.limits, now)
        self._read_at = now

    # --- callbacks of asyncio and the library ------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Enter the connection gate; then agree on TLS first if the operator has set it up."""
        # Those of uvloop have the same methods, and another base.
        transport = cast("asyncio.Transport", transport)
        self.transport = self._line = transport
        if not self._gate.enter(self, self._peer_of(transport), self.loop.time()):
            return
        if self._tls is None or self.source.peer == LOCAL:
            self._open(transport)
        else:
            self._securing = self.loop.create_task(self._secure(transport, self._tls))

    @staticmethod
    def _peer_of(transport: asyncio.Transport) -> str:
        """Return the address at the other end of the line; `LOCAL` for a Unix socket."""
        peer, end = transport.get_extra_info("peername"), transport.get_extra_info("socket")
        if end is not None and end.family == UNIX:
            return LOCAL
        return str(peer[0]) if peer else UNKNOWN

    async def _secure(self, transport: asyncio.Transport, tls: ssl.SSLContext) -> None:
        """Agree on TLS with the client and go on inside it, or end the connection."""
        seconds = self._gate.limits.handshake_seconds
        early, self._held = bytes(self._held), bytearray()
        feed_soon(transport, early)
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
        seconds = self._gate.limits.handshake_seconds
        self._deadline = self.loop.call_later(seconds, self.cut, "never_asked")
        if transport is not self._line:
            # Bytes should wait in the encrypted line, and before encryption only when that is full.
            # So the client is behind when the line is, and has caught up when the line has.
            self._line.set_write_buffer_limits(self.write_limit_high, self.write_limit_low)
            transport.set_write_buffer_limits(high=1, low=0)
        self._read_held()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the counts."""
        self._stop_deadline()
        if self._opened:
            super().connection_lost(exc)
            went = self._is_counted_out or self._ending or self._left
            if self.request is None and exc is None and not went:
                self._gate.count_cut("never_asked", inside=False)
        self._gate.leave(self)

    def eof_received(self) -> None:
        """Note that the client sends nothing more."""
        self._left = True
        if self._opened:
            super().eof_received()

    def data_received(self, data: bytes) -> None:
        """Take in bytes, as long as they are not too many."""
        if self._ending or self._is_in_line:
            self.transport.pause_reading()
        if not self._ending and self._bears(len(data)):
            is_small = self.request is not None and len(data) <= SLICE_BYTES
            if is_small and self._may_read and not self._must_wait:
                super().data_received(data)
                self._pay()
            else:
                self._held += data
                self._read_held()

    @property
    def _may_read(self) -> bool:
        """Whether nothing keeps back the bytes that come.

        Some come before this end knows that TLS is agreed on, or before a request is answered.
        """
        waits = self._is_asking or self._is_in_line or self._ending
        return self._opened and not waits

    @property
    def _must_wait(self) -> bool:
        """Whether the bytes that come must wait for a turn of their address."""
        return self._shares.must_wait(self.address_key, self._read_at)

    def _read_held(self) -> None:
        """Read the bytes that wait, in slices, as far as they may be read now."""
        while self._held and self._may_read:
            self._read_at = self.loop.time()
            if self._must_wait:
                self._is_in_line = True
                self.transport.pause_reading()
                self._shares.wait(self.address_key, self._take_turn)
            else:
                self._read_slice()

    def _take_turn(self) -> None:
        """Read a slice of the bytes that wait, and stand in line again if there are more."""
        self._is_in_line = False
        self._read_at = self.loop.time()
        if self._may_read and not self.transport.is_closing():
            self._read_slice()
            self._read_held()
            self._read_on()

    def _read_on(self) -> None:
        """Let the network bring more, unless something else keeps it waiting."""
        if self._may_read and not self.recv_messages.paused:
            self.transport.resume_reading()

    def _read_slice(self) -> None:
        """Read some of the bytes that wait: a slice, or all those of a request."""
        if self.request is None:
            data = bytes(self._held)
            self._held.clear()
            self._read_request(data)
        else:
            data = bytes(self._held[:SLICE_BYTES])
            del self._held[:SLICE_BYTES]
            super().data_received(data)
        self._pay()

    def _pay(self) -> None:
        """Charge the address for the time that reading took."""
        now = self.loop.time()
        self._shares.charge(self.address_key, now - self._read_at, now)

    def _read_request(self, data: bytes) -> None:
        """Read bytes of a request. Those behind it wait until it is answered."""
        head, behind = self._head.split(data)
        if self._head.is_too_large:
            self.cut("head_too_large")
            return
        super().data_received(head)
        refusal = self.protocol.handshake_exc
        if refusal is not None and self.count_out():
            # The library has refused it, and closes.
            malformed = isinstance(refusal, InvalidMessage)
            self._gate.count_cut("never_asked" if malformed else "head_too_large", inside=False)
        if self.request is not None and not self._ending:
            self._is_asking = True
            self._held += behind
            self.transport.pause_reading()

    def send_data(self) -> None:
        """Send what the library has to send; read on once the request is answered."""
        super().send_data()
        if self._is_asking and self.response is not None:
            self.loop.call_soon(self._answered)

    def _answered(self) -> None:
        """Read on after the answer to the request: frames, or nothing if no websocket opens."""
        self._is_asking = False
        if self.protocol.state is not State.OPEN:
            self._held.clear()
            self._gate.start_closing(self)
        self._read_held()
        self._read_on()

    def _bears(self, size: int) -> bool:
        """Count bytes; return whether the connection may stay."""
        self._read_at = now = self.loop.time()
        bears = self._bytes.spend(now, size) and self._gate.accepts_bytes(self, size, now)
        if not bears and self.protocol.state is State.OPEN:
            self.end(Closing.TOO_FAST, TOO_MANY_BYTES)
        elif not bears:
            self.cut("bytes_too_fast")
        return bears

    def process_event(self, event: Event) -> None:
        """Take in a request, unless the gate turns its sender away, or a frame."""
        if isinstance(event, Request):
            self._stop_deadline()
            now = self.loop.time()
            self._gate.admit_request(self, event.headers, tls=self._tls is not None, now=now)
        # Asking for entry may have ended the connection.
        if not self._ending:
            super().process_event(event)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


END: Final = b"\r\n\r\n"
"""The end of a request without a body."""
MAX_HEAD: Final = 16 * 1024
"""Bytes of a request: twice as many as the largest browsers send with all their cookies."""


class RequestHead:
    """The first request of a connection, of which any number of bytes come at a time. Pure."""

    __slots__ = ("_read",)

    def __init__(self) -> None:
        self._read = b""

    @property
    def is_too_large(self) -> bool:
        """Whether more bytes have come than a request may have, and it has not ended."""
        return len(self._read) > MAX_HEAD

    def split(self, data: bytes) -> tuple[bytes, bytes]:
        """Return the bytes that belong to the request, and those behind it."""
        begun = len(self._read)
        self._read += data
        end = self._read.find(END, max(0, begun - len(END) + 1))
        if end < 0:
            return data, b""
        cut = end + len(END) - begun
        self._read = self._read[: end + len(END)]
        return data[:cut], data[cut:]
