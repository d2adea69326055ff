"""How the server ends a connection: a reason for people, then a close code for programs."""

import asyncio
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from undertide_server.gateway.edge.errors import ConnectionClosingError

MAX_DISCARDED: Final = 1000
"""Messages still read from a client whose connection ends, to find its own goodbye behind them. A
client that sends more is cut off."""


async def close_connection(socket: ServerConnection, why: ConnectionClosingError) -> None:
    """Close a connection with a code; discard the messages that arrive meanwhile."""
    goodbye = asyncio.create_task(socket.close(why.closing, why.reason))
    try:
        for _ in range(MAX_DISCARDED):
            await socket.recv()
        socket.transport.abort()
    except ConnectionClosed:
        pass
    await goodbye
