"""Raw clients that say anything to a server, in this process or another."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.typing import Subprotocol

from support.processes.waiting import LONGEST
from undertide_shared.codec import decode_server, encode
from undertide_shared.limits import MAX_SERVER_MESSAGE
from undertide_shared.messages import (
    PROTOCOL,
    SUBPROTOCOL,
    ClientMessage,
    Create,
    Created,
    Error,
    Hello,
    Join,
    Joined,
    Keyframe,
    ListSessions,
    Pace,
    ServerMessage,
    SessionInfo,
    Sessions,
    Welcome,
)

ASK_AGAIN_SECONDS: Final = 0.2
"""Between two questions to a server whose answer takes time to change."""
BUSY: Final = frozenset({"server_full", "too_fast"})
"""Codes of a server that makes a session when it is asked again: it makes only so many a second."""


class Maker(Protocol):
    """Makes sessions on a server."""

    def __call__(self, preset: str = "quiet", pace: Pace | None = None) -> str:
        """Return the id of a new session."""


Wanted = TypeVar("Wanted")


class Client:
    """The client's end of one connection: it says what it is told to, and hides nothing."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.session = ""
        self.token = b""
        """The token of its seat, if it has one."""

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

    async def join(self, name: str, session: str = "") -> Joined:
        """Take a seat; make a session first if none is named and none has room."""
        await self.send(Join(session, name))
        while not isinstance(message := await self.receive(), Joined):
            if isinstance(message, Error):
                assert message.code in {"unknown_session", "session_full"}, message
                assert not session, message
                await self.send(Create(), Join("", name))
        return message

    async def gone(self) -> int:
        """Wait until the server has closed the connection; return its close code."""
        await self.rest()
        return self.connection.close_code or 0


@asynccontextmanager
async def stranger(address: str, **options: Any) -> AsyncIterator[Client]:
    """Open a connection that has not greeted."""
    stated: dict[str, Any] = {
        "subprotocols": [Subprotocol(SUBPROTOCOL)],
        "compression": None,
        "max_size": MAX_SERVER_MESSAGE,
        "ping_interval": None,
        "open_timeout": LONGEST,
        "close_timeout": 2.0,
        "proxy": None,
    }
    connection = await connect(address, **(stated | options))
    try:
        yield Client(connection)
    finally:
        # Closing what the server is closing already breaks in asyncio if something is unsent.
        if connection.state is State.OPEN:
            await connection.close()
        await connection.wait_closed()


@asynccontextmanager
async def guest(address: str, **options: Any) -> AsyncIterator[Client]:
    """Open a connection and greet: a client in the lobby."""
    async with stranger(address, **options) as client:
        await client.greet()
        yield client


@asynccontextmanager
async def player(address: str, session: str, name: str, **options: Any) -> AsyncIterator[Client]:
    """Open a connection, take a seat and wait for the first keyframe."""
    async with guest(address, **options) as client:
        joined = await client.join(name, session)
        client.session, client.token = joined.session, joined.token
        await client.until(Keyframe)
        yield client


async def new_session(
    address: str, preset: str = "", pace: Pace | None = None, **options: Any
) -> str:
    """Make a session and return its id; ask again while the server is busy.

    A node of a cluster is busy for a moment when the node that should make the session has gone.
    """
    async with asyncio.timeout(LONGEST), guest(address, **options) as client:
        await client.send(Create(preset, pace))
        while not isinstance(message := await client.receive(), Created):
            if isinstance(message, Error):
                assert message.code in BUSY, message
                await asyncio.sleep(ASK_AGAIN_SECONDS)
                await client.send(Create(preset, pace))
        return message.session


async def session_info(address: str, session: str) -> SessionInfo:
    """Return what the lobby lists of a session, once it does.

    A server listens before it has brought its kept runs back.
    """
    async with asyncio.timeout(LONGEST), guest(address) as client:
        while True:
            await client.send(ListSessions())
            listed = (await client.until(Sessions)).sessions
            found = [info for info in listed if info.session == session]
            if found:
                return found[0]
            await asyncio.sleep(ASK_AGAIN_SECONDS)
