"""Connections and WebSocket frames by hand: bytes as they stand on the wire."""

import asyncio
import contextlib
import struct
from typing import Final

from undertide_shared.codec import encode
from undertide_shared.messages import ClientMessage

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: undertide.v1\r\n\r\n"
)
PLAIN = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
EMPTY_PING = b"\x89\x80\0\0\0\0"
EMPTY_PONG = b"\x8a\0"
EMPTY_MESSAGE = b"\x82\x80\0\0\0\0"
EMPTY_FRAGMENT = b"\x02\x80\0\0\0\0"
EMPTY_CONTINUATION = b"\x00\x80\0\0\0\0"
EMPTY_CLOSE = b"\x88\x80\0\0\0\0"
BIG = b"\x82\xfe\x3f\xff\0\0\0\0" + bytes(0x3FFF)
"""A message of 16 kB: too long, but not so long that it would not be read."""
FINAL: Final = 0x80
"""The bit of a frame that ends its message."""
MASKED: Final = 0x80
"""The bit of a frame whose bytes are masked, as all bytes of clients are."""
MASK: Final = bytes(4)
"""A mask of zeros: servers unmask all the same, and it costs the client nothing."""
SHORT: Final = 126
"""Length from which eight bytes tell it."""
LONG: Final = 127
"""The mark of a length of eight bytes."""
BINARY: Final = 2


async def opened(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect, and say nothing yet."""
    host, port = address.removeprefix("ws://").split(":")
    return await asyncio.open_connection(host, int(port))


async def upgraded(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a websocket by hand."""
    reader, writer = await opened(address)
    writer.write(UPGRADE)
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 101 " in head
    return reader, writer


async def until_cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Wait until the other end has gone, however it went."""
    with contextlib.suppress(ConnectionError):
        await reader.read()
    writer.transport.abort()


def ending(said: bytes) -> int:
    """Return the close code in the last frame of a server."""
    position = said.rindex(b"\x88", 0, -2)
    code: int = struct.unpack_from("!H", said, position + 2)[0]
    return code


def client_frame(opcode: int, data: bytes, *, said: int | None = None) -> bytes:
    """Return a frame with an empty mask; `said` is a length that it states wrongly."""
    length = len(data) if said is None else said
    if length < SHORT:
        head = bytes([FINAL | opcode, MASKED | length])
    else:
        head = bytes([FINAL | opcode, MASKED | LONG]) + length.to_bytes(8, "big")
    return head + MASK + data


def masked(message: ClientMessage) -> bytes:
    """Return a message as the frame of a client."""
    return client_frame(BINARY, encode(message))
