"""Raw clients of a server that runs in a process of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Protocol

from websockets.asyncio.client import connect
from websockets.protocol import State
from websockets.typing import Subprotocol

from hosted import Client
from undertide_shared.messages import (
    MAX_SERVER_MESSAGE,
    SUBPROTOCOL,
    Create,
    Created,
    Join,
    Joined,
    Keyframe,
    ListSessions,
    Pace,
    SessionInfo,
    Sessions,
)


class Maker(Protocol):
    """Makes sessions on a server."""

    def __call__(self, preset: str = "quiet", pace: Pace | None = None) -> str:
        """Return the id of a new session."""


@asynccontextmanager
async def stranger(address: str, **options: Any) -> AsyncIterator[Client]:
    """Open a connection that has not greeted."""
    stated: dict[str, Any] = {
        "subprotocols": [Subprotocol(SUBPROTOCOL)],
        "compression": None,
        "max_size": MAX_SERVER_MESSAGE,
        "ping_interval": None,
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
async def guest(address: str) -> AsyncIterator[Client]:
    """Open a connection and greet: a client in the lobby."""
    async with stranger(address) as client:
        await client.greet()
        yield client


@asynccontextmanager
async def player(address: str, session: str, name: str) -> AsyncIterator[Client]:
    """Open a connection, take a seat and wait for the first keyframe."""
    async with guest(address) as client:
        await client.send(Join(session, name))
        client.session = (await client.until(Joined)).session
        await client.until(Keyframe)
        yield client


async def new_session(address: str, preset: str = "", pace: Pace | None = None) -> str:
    """Make a session and return its id."""
    async with guest(address) as client:
        await client.send(Create(preset, pace))
        return (await client.until(Created)).session


async def session_info(address: str, session: str) -> SessionInfo:
    """Return what the lobby lists of a session."""
    async with guest(address) as client:
        await client.send(ListSessions())
        listed = (await client.until(Sessions)).sessions
    return next(info for info in listed if info.session == session)
