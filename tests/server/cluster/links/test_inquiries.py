"""Questions of one link and their answers."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from undertide_server.cluster.links.errors import QuestionRefusedError, UnansweredError
from undertide_server.cluster.links.inquiries import MOST_QUESTIONS, Inquiries
from undertide_server.cluster.links.messages import (
    AskMetrics,
    AskStatus,
    Done,
    DrainNode,
    Inquiry,
    LinkAnswer,
    MovedRun,
    NodeReport,
    Question,
    Reply,
)


async def answered(question: Question) -> LinkAnswer:
    """Answer what a node says of itself; refuse to drain; fail at all else."""
    if isinstance(question, AskStatus):
        return NodeReport(b"fine")
    if isinstance(question, DrainNode):
        raise QuestionRefusedError("nobody else lives")
    raise ValueError(question)


async def never(_question: Question) -> LinkAnswer:
    await asyncio.Event().wait()
    raise AssertionError


class Pair:
    """The inquiries of both ends of a link. `lost` keeps what is sent from arriving."""

    def __init__(self, answer: Callable[[Question], Awaitable[LinkAnswer]] = answered) -> None:
        self.lost = False
        self.replies: list[Reply] = []
        self.asking = Inquiries("n2", self._to_answering, answered)
        self.answering = Inquiries("n1", self._to_asking, answer)

    def _to_answering(self, message: Inquiry | Reply) -> None:
        assert isinstance(message, Inquiry)
        if not self.lost:
            self.answering.note_inquiry(message)

    def _to_asking(self, message: Inquiry | Reply) -> None:
        assert isinstance(message, Reply)
        self.replies.append(message)
        self.asking.note_reply(message)


async def test_an_answer_comes_back() -> None:
    assert await Pair().asking.fetch_answer(AskStatus(), NodeReport) == NodeReport(b"fine")


async def test_a_refusal_comes_back_with_its_reason() -> None:
    with pytest.raises(QuestionRefusedError, match="nobody else lives"):
        await Pair().asking.fetch_answer(DrainNode(), Done)


async def test_a_handler_that_fails_is_named() -> None:
    with pytest.raises(QuestionRefusedError, match="AskMetrics failed; the node's log says why"):
        await Pair().asking.fetch_answer(AskMetrics(), Done)


async def test_an_answer_of_another_type_is_none() -> None:
    with pytest.raises(UnansweredError, match="it is no MovedRun"):
        await Pair().asking.fetch_answer(AskStatus(), MovedRun)


async def test_an_answer_that_does_not_come_in_time_is_given_up() -> None:
    pair = Pair()
    pair.lost = True
    with pytest.raises(UnansweredError, match="node n2 gave no answer: none within 0 seconds"):
        await pair.asking.fetch_answer(AskStatus(), NodeReport, seconds=0.0)
    pair.asking.note_reply(Reply(1, msgspec.Raw(b"\x91\xc4\x04late")))
    pair.lost = False
    assert await pair.asking.fetch_answer(AskStatus(), NodeReport) == NodeReport(b"fine")


async def test_no_more_questions_are_open_than_the_limit() -> None:
    pair = Pair(never)
    asked = [
        asyncio.ensure_future(pair.asking.fetch_answer(AskStatus(), NodeReport))
        for _ in range(MOST_QUESTIONS)
    ]
    await asyncio.sleep(0)
    with pytest.raises(UnansweredError, match="100 questions wait for it already"):
        await pair.asking.fetch_answer(AskStatus(), NodeReport)
    pair.answering.note_inquiry(Inquiry(500, AskStatus()))
    assert pair.replies == [Reply(500, fault="100 questions of yours are open already")]
    pair.asking.give_up("cut")
    pair.answering.give_up("cut")
    given_up = await asyncio.gather(*asked, return_exceptions=True)
    assert {str(each) for each in given_up} == {"node n2 gave no answer: cut"}
