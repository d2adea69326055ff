"""Requests for links and frames of websockets, byte by byte."""

import asyncio
import base64
from contextlib import suppress

from support.cluster.linked_nodes import KEY, Linked
from undertide_server.cluster.links.handshake import LINK_VERSION

REQUEST = (
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n"
    "Undertide-Link: {version}\r\nUndertide-Node: {node}\r\nUndertide-Key: {key}\r\n\r\n"
)


def request_bytes(
    version: str = str(LINK_VERSION), node: str = "front", key: str = KEY.hex()
) -> bytes:
    """Return a request for a link."""
    nonce = base64.b64encode(bytes(16)).decode()
    return REQUEST.format(nonce=nonce, version=version, node=node, key=key).encode()


async def request(
    nodes: Linked, version: str = str(LINK_VERSION), node: str = "front", key: str = KEY.hex()
) -> tuple[str, asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask for a link byte by byte; return the status line, and the connection."""
    reader, writer = await nodes.connect()
    writer.write(request_bytes(version, node, key))
    head = await reader.readuntil(b"\r\n\r\n")
    return head.split(b"\r\n")[0].decode(), reader, writer


async def hang_up(*writers: asyncio.StreamWriter) -> None:
    """End connections, and wait until they have ended."""
    for writer in writers:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
