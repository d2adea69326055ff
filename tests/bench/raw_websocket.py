"""A websocket client by hand, which costs its process a third of what a library's does.

It reads whole messages from a server and writes short ones, and answers pings. It knows no
compression, no fragments and no close handshake: servers that are measured send none.
"""

import asyncio
import base64
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self, cast
from urllib.parse import urlsplit

sys.path.append(str(Path(__file__).parents[1]))

from support.gateway.raw_sockets import BINARY, client_frame

SHORT: Final = 126
"""Length from which two bytes tell it, and the mark of that."""
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
OPCODE: Final = 0x0F
"""The bits of a frame that tell what it is."""
OPEN_SECONDS: Final = 30.0
"""Time limit of a handshake: a server takes thousands of them one after the other."""


class RawWebSocket(asyncio.Protocol):
    """One connection. Each message that arrives goes to a function."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None]) -> None:
        self.is_open = False
        self._request = request
        self._heard = heard
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(
        cls,
        address: str,
        heard: Callable[[bytes], None],
        *,
        protocol: str = "",
        local_host: str = "127.0.0.1",
    ) -> Self:
        """Connect to a `ws://` address. Raises OSError, also when the server refuses."""
        parts = urlsplit(address)
        assert parts.hostname is not None
        assert parts.port is not None
        where = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        head = (
            f"GET {where} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
        )
        head += f"Sec-WebSocket-Protocol: {protocol}\r\n" if protocol else ""
        socket = cls((head + "\r\n").encode(), heard)
        async with asyncio.timeout(OPEN_SECONDS):
            await asyncio.get_running_loop().create_connection(
                lambda: socket, parts.hostname, parts.port, local_addr=(local_host, 0)
            )
            await socket._opened
        return socket

    def send(self, data: bytes) -> None:
        """Send a message, unless the connection has ended."""
        self._write(BINARY, data)

    def close(self) -> None:
        """End the connection, with what was written before."""
        if self._transport is not None:
            self._write(CLOSE, b"\x03\xe8")
            self._transport.close()

    # --- asyncio.Protocol --------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        # Not by isinstance: uvloop's transports are none of asyncio's classes.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, fault: Exception | None) -> None:
        """Note that nothing else comes."""
        self.is_open = False
        if not self._opened.done():
            self._opened.set_exception(fault or ConnectionError("closed in the handshake"))

    def data_received(self, data: bytes) -> None:
        """Take what arrived, whole messages or parts of them."""
        if self._rest:
            data = self._rest + data
        self._rest = self._taken(data) if self.is_open else self._open(data)

    # --- bytes -------------------------------------------------------------------------------

    def _open(self, data: bytes) -> bytes:
        """Read the answer to the upgrade; return what is left."""
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        if b" 101 " in head.partition(b"\r\n")[0]:
            self.is_open = True
            self._opened.set_result(None)
            return self._taken(rest)
        self._opened.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
        return b""

    def _taken(self, data: bytes) -> bytes:
        """Hear all whole messages in what arrived; return what is left."""
        at, end = 0, len(data)
        while end - at >= 2:
            kind, length, body = data[at] & OPCODE, data[at + 1], at + 2
            if length >= SHORT:
                body += 2 if length == SHORT else 8
                if body > end:
                    break
                length = int.from_bytes(data[at + 2 : body])
            if body + length > end:
                break
            at = body + length
            if kind == PING:
                self._write(PONG, data[body:at])
            elif kind not in (PONG, CLOSE):
                self._heard(data[body:at])
        return data[at:]

    def _write(self, opcode: int, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(client_frame(opcode, data))
