"""The questions of one link: those that this node asked, and those that it answers."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final, TypeVar

import msgspec
import structlog

from undertide_server.cluster.links.errors import MALFORMED, QuestionRefusedError, UnansweredError
from undertide_server.cluster.links.messages import Inquiry, LinkAnswer, Question, Reply

ASK_SECONDS: Final = 2.0
"""Time for an answer: somebody looks at a lobby or a status page meanwhile."""
MOST_QUESTIONS: Final = 100
"""Open questions of one link in each direction: more than all pages and orders of a moment ask."""

Expected = TypeVar("Expected", bound=LinkAnswer)
AnswerQuestion = Callable[[Question], Awaitable[LinkAnswer]]
"""Answers a question of another node. Raises QuestionRefusedError."""

_encoder: Final = msgspec.msgpack.Encoder()

log = structlog.get_logger()


class Inquiries:
    """The open questions of one link. `send` sends a message over it."""

    def __init__(
        self, node: str, send: Callable[[Inquiry | Reply], None], answer: AnswerQuestion
    ) -> None:
        self._node = node
        self._send = send
        self._answer = answer
        self._numbers = count(1)
        self._asked: dict[int, asyncio.Future[Reply]] = {}
        self._answering: set[asyncio.Task[None]] = set()

    async def fetch_answer(
        self, question: Question, expected: type[Expected], seconds: float = ASK_SECONDS
    ) -> Expected:
        """Return the answer to a question, which must come in time.

        Raises UnansweredError when there is none, or QuestionRefusedError with the reason of the
        other node.
        """
        if len(self._asked) >= MOST_QUESTIONS:
            raise UnansweredError(self._node, f"{MOST_QUESTIONS} questions wait for it already")
        number = next(self._numbers)
        waiting = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._send(Inquiry(number, question))
            async with asyncio.timeout(seconds):
                reply = await waiting
        except TimeoutError:
            raise UnansweredError(self._node, f"none within {seconds:g} seconds") from None
        finally:
            self._asked.pop(number, None)
        if reply.fault:
            raise QuestionRefusedError(reply.fault)
        try:
            return msgspec.msgpack.decode(reply.answer, type=expected)
        except MALFORMED as fault:
            raise UnansweredError(self._node, f"it is no {expected.__name__}: {fault}") from fault

    def note_reply(self, reply: Reply) -> None:
        """Hand a reply to whoever asked, unless that one waits no longer."""
        waiting = self._asked.get(reply.number)
        if waiting is not None and not waiting.done():
            waiting.set_result(reply)

    def note_inquiry(self, inquiry: Inquiry) -> None:
        """Answer a question of the other node in a task of its own."""
        if len(self._answering) >= MOST_QUESTIONS:
            fault = f"{MOST_QUESTIONS} questions of yours are open already"
            self._send(Reply(inquiry.number, fault=fault))
            return
        task = asyncio.get_running_loop().create_task(self._reply(inquiry))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _reply(self, inquiry: Inquiry) -> None:
        try:
            answer = await self._answer(inquiry.question)
        except QuestionRefusedError as refusal:
            self._send(Reply(inquiry.number, fault=str(refusal)))
        except Exception:
            question = type(inquiry.question).__name__
            log.exception("a question of a node failed", node=self._node, kind=question)
            self._send(Reply(inquiry.number, fault=f"{question} failed; the node's log says why"))
        else:
            self._send(Reply(inquiry.number, msgspec.Raw(_encoder.encode(answer))))

    def give_up(self, reason: str) -> None:
        """End all open questions, since the link is lost."""
        for waiting in self._asked.values():
            if not waiting.done():
                waiting.set_exception(UnansweredError(self._node, reason))
        for task in self._answering:
            task.cancel()
