"""Bytes that a client sent before this end has begun to agree on TLS.

asyncio reads nothing before that. uvloop may: it reads as soon as a protocol has taken its
connection, and a coroutine that begins TLS runs a turn of the loop later.
"""

import asyncio
from typing import cast


def feed_soon(transport: asyncio.Transport, data: bytes) -> None:
    """Hand bytes to the protocol that a transport has by then, before it reads more.

    Call this right before `loop.start_tls`, which sets the protocol and stops reading for a turn.
    """
    if data:
        asyncio.get_running_loop().call_soon(_feed, transport, data)


def _feed(transport: asyncio.Transport, data: bytes) -> None:
    protocol = cast("asyncio.BufferedProtocol", transport.get_protocol())
    waiting = memoryview(data)
    while waiting:
        buffer = memoryview(protocol.get_buffer(len(waiting)))
        size = min(len(buffer), len(waiting))
        buffer[:size] = waiting[:size]
        protocol.buffer_updated(size)
        waiting = waiting[size:]
