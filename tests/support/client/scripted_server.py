"""A real WebSocket server whose every word a test speaks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from undertide_shared.codec import decode_client, encode
from undertide_shared.messages import (
    PROTOCOL,
    SUBPROTOCOL,
    ClientMessage,
    Hello,
    ServerMessage,
    Welcome,
)

Asked = TypeVar("Asked")
PATIENCE_SECONDS = 60.0  # long for a busy machine, short beside the time a hung test is given
WELCOME = Welcome(PROTOCOL, "scripted", ["default", "tutorial"])


class Peer:
    """The server's end of one connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket

    async def receive(self) -> ClientMessage:
        """Return the client's next message."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            data = await self._socket.recv(decode=False)
        return decode_client(data)

    async def expect(self, kind: type[Asked]) -> Asked:
        """Return the client's next message, which must be of `kind`."""
        message = await self.receive()
        assert isinstance(message, kind), message
        return message

    async def until(self, kind: type[Asked]) -> Asked:
        """Return the client's next message of `kind`, passing over others."""
        while True:
            message = await self.receive()
            if isinstance(message, kind):
                return message

    async def send(self, *messages: ServerMessage) -> None:
        """Send messages."""
        for message in messages:
            await self._socket.send(encode(message))

    async def send_bytes(self, data: bytes) -> None:
        """Send what may be no message at all."""
        await self._socket.send(data)

    async def greet(self) -> Hello:
        """Exchange greetings."""
        hello = await self.expect(Hello)
        await self.send(WELCOME)
        return hello

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection properly."""
        await self._socket.close(code, reason)

    def cut(self) -> None:
        """Break the connection without a word."""
        self._socket.transport.abort()

    async def gone(self) -> int:
        """Wait until the client has closed the connection; return its close code."""
        await self._socket.wait_closed()
        return self._socket.close_code or 0


class ScriptedServer:
    """A listening server. Connections wait until the test takes them."""

    def __init__(self) -> None:
        self.url = ""
        self._peers: asyncio.Queue[Peer] = asyncio.Queue()

    async def accept(self) -> Peer:
        """Return the next client that connects."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self._peers.get()

    async def handle(self, socket: ServerConnection) -> None:
        """Hand a connection to the test, and keep it until it is closed."""
        self._peers.put_nowait(Peer(socket))
        await socket.wait_closed()


@asynccontextmanager
async def scripted_server(
    subprotocol: str | None = SUBPROTOCOL, port: int = 0
) -> AsyncIterator[ScriptedServer]:
    """Run a scripted server on a free port of this machine, or on the one asked for."""
    scripted = ScriptedServer()
    names = [Subprotocol(subprotocol)] if subprotocol else None
    async with serve(
        scripted.handle, "127.0.0.1", port, subprotocols=names, compression=None, close_timeout=1
    ) as server:
        free_port = next(iter(server.sockets)).getsockname()[1]
        scripted.url = f"ws://127.0.0.1:{free_port}"
        yield scripted
