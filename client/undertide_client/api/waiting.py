"""Waiting for an answer of a given type of message."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from undertide_client.api.errors import ConnectionLostError, NoAnswerError, RefusedError
from undertide_client.api.pauses import FailurePause, retry_waits
from undertide_client.net.status import LinkStatus
from undertide_shared.messages import Error, ServerMessage

M = TypeVar("M")


class Waiting:
    """One question at a time, and the end of its wait: an answer, a refusal, or the end.

    The wait lasts at most `seconds`, which should be longer than a short outage.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._turn = asyncio.Lock()
        self._kind: type = object
        self._answer: asyncio.Future[object] | None = None
        self._ended = ""
        self._pause = FailurePause()

    async def request_answer(self, kind: type[M], say: Callable[[], object]) -> M:
        """Call `say` and return the next message of type `kind`.

        It waits for a moment after a refusal, and asks again if it came too fast for the server.

        Raises RefusedError if the server refuses, ConnectionLostError if the connection ends, and
        NoAnswerError if no answer comes in time.
        """
        async with self._turn:
            await self._pause.over()
            waits = retry_waits()
            while True:
                try:
                    return await self._ask_once(kind, say)
                except RefusedError as refusal:
                    self._pause.begin()
                    seconds = next(waits, None)
                    if refusal.code != "too_fast" or seconds is None:
                        raise
                await asyncio.sleep(seconds)

    async def _ask_once(self, kind: type[M], say: Callable[[], object]) -> M:
        if self._ended:
            raise ConnectionLostError(self._ended)
        self._kind = kind
        self._answer = asyncio.get_running_loop().create_future()
        try:
            say()
            async with asyncio.timeout(self._seconds):
                answer = await self._answer
        except TimeoutError:
            raise NoAnswerError(kind.__name__, self._seconds) from None
        finally:
            self._answer = None
        assert isinstance(answer, kind)
        return answer

    def hear(self, message: ServerMessage) -> None:
        """End the wait if this message is the answer, or an error that replaces the answer."""
        if isinstance(message, self._kind):
            self._settle(message)
        elif isinstance(message, Error) and message.sequence is None:
            self._settle(RefusedError(message.code, message.reason))

    def heed(self, status: LinkStatus) -> None:
        """End the wait if the server refused a place, or the connection has ended."""
        if status.has_ended:
            self.end(status.reason)
        elif status.phase == "refused":
            self._settle(RefusedError(status.code, status.reason))

    def end(self, reason: str) -> None:
        """Note that no answer will come any more."""
        self._ended = reason
        self._settle(ConnectionLostError(reason))

    def _settle(self, outcome: object) -> None:
        if self._answer is None or self._answer.done():
            return
        if isinstance(outcome, Exception):
            self._answer.set_exception(outcome)
        else:
            self._answer.set_result(outcome)
