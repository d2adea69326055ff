"""Questions to a server, one after another: for commands that then end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Self, TypeVar

from websockets.exceptions import WebSocketException

from undertide_client.net.errors import ServerRefusedError, ServerSilentError, WrongServerError
from undertide_client.net.failures import reason_of
from undertide_client.net.wire import OPEN_SECONDS, UnixSocket, Wire
from undertide_shared.errors import BadMessageError
from undertide_shared.messages import (
    PROTOCOL,
    SUBPROTOCOL,
    AccountInfo,
    ClientMessage,
    Error,
    Hello,
    LogIn,
    ServerMessage,
    Welcome,
)

ANSWER_SECONDS: Final = 30.0
"""Seconds to wait for one answer: a server that is busy with passwords takes a few."""
PROGRAM: Final = "undertide command"

Wanted = TypeVar("Wanted", bound=ServerMessage)


class OneShotConnection:
    """A connection to a server for a few questions."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    @classmethod
    @asynccontextmanager
    async def to(cls, address: str, unix_socket: UnixSocket | None = None) -> AsyncIterator[Self]:
        """Connect to the server at an address, or at its `unix_socket`, and greet it.

        Raises ServerSilentError or ServerRefusedError.
        """
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                wire = await Wire.open(address, unix_socket)
        except (OSError, WebSocketException, WrongServerError) as failure:
            raise ServerSilentError(reason_of(failure)) from failure
        try:
            if not wire.speaks_undertide:
                raise ServerSilentError(f"this is not a server of {SUBPROTOCOL}")
            one_shot = cls(wire)
            await one_shot.request_answer(Hello(PROTOCOL, PROGRAM), Welcome)
            yield one_shot
        finally:
            await wire.close()

    async def log_in(self, account: str, password: str) -> AccountInfo:
        """Log in to an account. Raises ServerSilentError or ServerRefusedError."""
        return await self.request_answer(LogIn(account, password), AccountInfo)

    async def show_key(self, key: bytes) -> AccountInfo:
        """Become an operator with the operator key.

        Raises ServerSilentError or ServerRefusedError.
        """
        return await self.request_answer(LogIn("", token=key), AccountInfo)

    async def request_answer(self, question: ClientMessage, wanted: type[Wanted]) -> Wanted:
        """Send a question and return its answer. Ignore other messages.

        Raises ServerSilentError or ServerRefusedError.
        """
        self._wire.send(question)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while True:
                    message = await self._wire.receive()
                    if isinstance(message, wanted):
                        return message
                    if isinstance(message, Error):
                        raise ServerRefusedError(message.code, message.reason)
        except (OSError, WebSocketException, BadMessageError) as failure:
            raise ServerSilentError(reason_of(failure)) from failure
