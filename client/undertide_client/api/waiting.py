"""Waiting for an answer, by the kind of message that brings it."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from undertide_client.api.errors import ConnectionLostError, NoAnswerError, RefusedError
from undertide_client.net.status import LinkStatus
from undertide_shared.messages import Error, ServerMessage

M = TypeVar("M")


class Waiting:
    """One question at a time, and whatever ends its wait: an answer, a refusal, the end.

    An answer is waited for `seconds` at the most: long enough for an outage to pass.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._turn = asyncio.Lock()
        self._kind: type = object
        self._answer: asyncio.Future[object] | None = None
        self._ended = ""

    async def ask(self, kind: type[M], say: Callable[[], object]) -> M:
        """Say something and return the next message of a kind.

        Raises RefusedError where the server turns it down, ConnectionLostError where the connection
        is at its end, and NoAnswerError.
        """
        async with self._turn:
            if self._ended:
                raise ConnectionLostError(self._ended)
            self._kind = kind
            self._answer = asyncio.get_running_loop().create_future()
            say()
            try:
                async with asyncio.timeout(self._seconds):
                    answer = await self._answer
            except TimeoutError:
                raise NoAnswerError(kind.__name__, self._seconds) from None
            finally:
                self._answer = None
            assert isinstance(answer, kind)
            return answer

    def hear(self, message: ServerMessage) -> None:
        """End the wait if this is the answer, or says that there will be none."""
        if isinstance(message, self._kind):
            self._settle(message)
        elif isinstance(message, Error) and message.sequence is None:
            self._settle(RefusedError(message.code, message.reason))

    def heed(self, status: LinkStatus) -> None:
        """End the wait where a place was refused, or the connection is at its end."""
        if status.phase == "gave up":
            self.end(status.reason)
        elif status.phase == "refused":
            self._settle(RefusedError(status.code, status.reason))

    def end(self, reason: str) -> None:
        """Note that nothing will be answered any more."""
        self._ended = reason
        self._settle(ConnectionLostError(reason))

    def _settle(self, outcome: object) -> None:
        if self._answer is None or self._answer.done():
            return
        if isinstance(outcome, Exception):
            self._answer.set_exception(outcome)
        else:
            self._answer.set_result(outcome)
