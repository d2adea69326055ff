"""One question after another to a server, each with its answer: for commands that then end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Self, TypeVar

from websockets.exceptions import WebSocketException

from undertide_client.model import safe
from undertide_client.net.failures import reason_of
from undertide_client.net.wire import OPEN_SECONDS, Wire
from undertide_shared.codec import BadMessage
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import (
    PROTOCOL,
    SUBPROTOCOL,
    AccountInfo,
    ClientMessage,
    Error,
    ErrorCode,
    Hello,
    LogIn,
    ServerMessage,
    Welcome,
)

ANSWER_SECONDS: Final = 30.0
"""For one answer: a server that is busy with passwords takes some seconds."""
PROGRAM: Final = "undertide command"

Wanted = TypeVar("Wanted", bound=ServerMessage)


class NoAnswer(Exception):
    """The server could not be asked. Its text says why."""


class TurnedDown(Exception):
    """The server refused what was asked: `code` for programs, the text for people."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(safe.text(reason, MAX_LINE))
        self.code = code


class OneShotConnection:
    """A connection to a server, for as long as there is something to ask."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    @classmethod
    @asynccontextmanager
    async def to(cls, address: str) -> AsyncIterator[Self]:
        """Go to the server at an address and greet it. Raises NoAnswer or TurnedDown."""
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                wire = await Wire.open(address)
        except (OSError, WebSocketException) as failure:
            raise NoAnswer(reason_of(failure)) from failure
        try:
            if not wire.speaks_undertide:
                raise NoAnswer(f"this is no server of {SUBPROTOCOL}")
            one_shot = cls(wire)
            await one_shot.ask(Hello(PROTOCOL, PROGRAM), Welcome)
            yield one_shot
        finally:
            await wire.close()

    async def log_in(self, account: str, password: str) -> AccountInfo:
        """Be who has an account. Raises NoAnswer or TurnedDown."""
        return await self.ask(LogIn(account, password), AccountInfo)

    async def show_key(self, key: bytes) -> AccountInfo:
        """Be an operator, by the host's own key. Raises NoAnswer or TurnedDown."""
        return await self.ask(LogIn("", token=key), AccountInfo)

    async def ask(self, question: ClientMessage, wanted: type[Wanted]) -> Wanted:
        """Return the answer to a question, passing over all else. Raises NoAnswer or TurnedDown."""
        self._wire.send(question)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while True:
                    message = await self._wire.receive()
                    if isinstance(message, wanted):
                        return message
                    if isinstance(message, Error):
                        raise TurnedDown(message.code, message.reason)
        except (OSError, WebSocketException, BadMessage) as failure:
            raise NoAnswer(reason_of(failure)) from failure
