"""A real gateway on a free port of this machine, and raw clients that say anything to it."""

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from undertide_server.content.load import load_ruleset, load_settings
from undertide_server.content.ruleset import Ruleset
from undertide_server.content.settings import ServerSettings
from undertide_server.gateway.server import Gateway
from undertide_server.sessions.registry import Registry
from undertide_server.store.journal import MemoryJournal
from undertide_shared.codec import decode_server, encode
from undertide_shared.messages import (
    MAX_SERVER_MESSAGE,
    PROTOCOL,
    SUBPROTOCOL,
    ClientMessage,
    Hello,
    Join,
    Joined,
    Keyframe,
    ServerMessage,
    Watch,
    Welcome,
)

Wanted = TypeVar("Wanted")


@lru_cache
def ruleset() -> Ruleset:
    """Return the smallest preset that ships."""
    return load_ruleset("tutorial")


def settings(**limits: Any) -> ServerSettings:
    """Return settings for a free port, with some limits changed."""
    shipped = load_settings()
    server = shipped.server.model_copy(update={"port": 0, "preset": "tutorial"})
    changed = shipped.limits.model_copy(update=limits)
    return shipped.model_copy(update={"server": server, "limits": changed})


def registry_for(chosen: ServerSettings) -> Registry:
    """Return a registry whose journal is in memory."""
    return Registry(
        chosen,
        {"tutorial": ruleset()},
        MemoryJournal(),
        fresh_seed=lambda: bytes(16),
        fresh_token=lambda: secrets.token_bytes(16),
    )


@dataclass
class Hosted:
    """A gateway that listens, and what is behind it."""

    gateway: Gateway
    registry: Registry

    @property
    def address(self) -> str:
        """Where it listens."""
        return self.gateway.address

    async def deserted(self) -> None:
        """Wait until every connection is gone."""
        server = self.gateway._server
        assert server is not None
        if server.handler_tasks:
            await asyncio.wait(server.handler_tasks)

    @asynccontextmanager
    async def stranger(self, **options: Any) -> AsyncIterator["Client"]:
        """Open a connection that has not greeted."""
        stated: dict[str, Any] = {
            "subprotocols": [Subprotocol(SUBPROTOCOL)],
            "compression": None,
            "max_size": MAX_SERVER_MESSAGE,
            "ping_interval": None,
            "close_timeout": 2.0,
            "proxy": None,
        }
        async with connect(self.address, **(stated | options)) as connection:
            yield Client(connection)

    @asynccontextmanager
    async def guest(self) -> AsyncIterator["Client"]:
        """Open a connection and greet: a client in the lobby."""
        async with self.stranger() as client:
            await client.greet()
            yield client

    @asynccontextmanager
    async def player(self, name: str, session: str = "") -> AsyncIterator["Client"]:
        """Open a connection, take a seat and wait for the first keyframe."""
        async with self.guest() as client:
            await client.send(Join(session, name))
            client.session = (await client.until(Joined)).session
            await client.until(Keyframe)
            yield client

    @asynccontextmanager
    async def watcher(self, session: str, **options: Any) -> AsyncIterator["Client"]:
        """Open a connection and watch, as far as the first keyframe."""
        async with self.stranger(**options) as client:
            await client.greet()
            await client.send(Watch(session, "Wat"))
            await client.until(Keyframe)
            yield client


@asynccontextmanager
async def hosted(**limits: Any) -> AsyncIterator[Hosted]:
    """Listen on a free port until the test is over."""
    chosen = settings(**limits)
    registry = registry_for(chosen)
    async with Gateway(chosen, registry) as gateway:
        yield Hosted(gateway, registry)


class Client:
    """The client's end of one connection: it says what it is told to, and hides nothing."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.session = ""

    async def send(self, *messages: ClientMessage) -> None:
        """Send messages."""
        for message in messages:
            await self.connection.send(encode(message))

    async def send_raw(self, data: bytes | str) -> None:
        """Send what may be no message at all."""
        await self.connection.send(data)

    async def receive(self) -> ServerMessage:
        """Return the next message."""
        return decode_server(await self.connection.recv(decode=False))

    async def expect(self, kind: type[Wanted]) -> Wanted:
        """Return the next message, which must be of `kind`."""
        message = await self.receive()
        assert isinstance(message, kind), message
        return message

    async def until(self, kind: type[Wanted]) -> Wanted:
        """Return the next message of `kind`, passing over others."""
        while True:
            message = await self.receive()
            if isinstance(message, kind):
                return message

    async def greet(self) -> Welcome:
        """Exchange greetings."""
        await self.send(Hello(PROTOCOL, "test"))
        return await self.expect(Welcome)

    async def rest(self) -> list[ServerMessage]:
        """Return every message until the connection is closed."""
        messages = []
        try:
            while True:
                messages.append(await self.receive())
        except ConnectionClosed:
            return messages

    async def gone(self) -> int:
        """Wait until the server has closed the connection; return its close code."""
        await self.rest()
        return self.connection.close_code or 0


def narrow_socket(address: str) -> socket.socket:
    """Return a connected TCP socket that takes little before it is read."""
    host, port = address.removeprefix("ws://").split(":")
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect((host, int(port)))
    return narrow


async def http_get(address: str, path: str, named: str = "") -> tuple[int, str]:
    """Return status and body of a plain request to an address, by that or another name."""
    host, port = address.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {named or f'{host}:{port}'}\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), body
