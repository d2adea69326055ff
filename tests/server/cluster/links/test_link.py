"""One end of a link over a wire that notes everything."""

import asyncio
from collections.abc import Awaitable

import pytest

from support.cluster.linked_nodes import NotedWire
from support.processes.waiting import until
from undertide_server.cluster.links import link as link_module
from undertide_server.cluster.links.errors import OversizeError, UnansweredError
from undertide_server.cluster.links.link import LINK_MOST_UNSENT, TO_OWNER, LinkToFront
from undertide_server.cluster.links.messages import (
    AskStatus,
    Deliver,
    Done,
    FrontMessage,
    LinkAnswer,
    MemberGone,
    MemberSaid,
    Question,
    RunMoved,
)

GONE = b"\x92\xa4gone\x07"
"""`MemberGone(7)` on the wire."""


class Owner:
    """The owner's end of a link to a front, and what it was told."""

    def __init__(self) -> None:
        self.wire = NotedWire()
        self.heard: list[FrontMessage] = []
        self.lost: list[str] = []
        self.fails_at: FrontMessage | None = None
        self.link = LinkToFront("front", TO_OWNER, self._take, self._answer, self._lost)

    def _take(self, _link: LinkToFront, message: FrontMessage) -> None:
        self.heard.append(message)
        if message == self.fails_at:
            raise ValueError(message)

    async def _answer(self, _question: Question) -> LinkAnswer:
        return Done()

    def _lost(self, link: LinkToFront) -> None:
        self.lost.append(link.lost)


async def a_turn() -> None:
    """Let the event loop do what is due now."""
    await asyncio.sleep(0)


class TestSending:
    async def test_all_of_one_turn_leaves_in_one_message_and_in_order(self) -> None:
        owner = Owner()
        owner.link.open(owner.wire)
        owner.link.send(Deliver((1, 2), b"one", frame=True))
        owner.link.send(Deliver((3,), b"two", is_pinged=True))
        owner.link.send(RunMoved("abc", "r1", "n2"))
        assert owner.wire.written == []
        await a_turn()
        assert owner.wire.messages == [
            [
                ["deliver", [1, 2], b"one", True, False],
                ["deliver", [3], b"two", False, True],
                ["moved", "abc", "r1", "n2"],
            ]
        ]

    async def test_what_is_sent_before_the_wire_is_there_leaves_once_it_is(self) -> None:
        owner = Owner()
        owner.link.send(Deliver((1,), b"one"))
        await a_turn()
        owner.link.open(owner.wire)
        assert owner.wire.messages == [[["deliver", [1], b"one", False, False]]]
        owner.link.send(Deliver((1,), b"two"))
        await until(lambda: len(owner.wire.written) == 2)

    async def test_soon_after_a_write_the_next_one_waits_for_more(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(link_module, "GATHER_SECONDS", 1000.0)
        owner = Owner()
        owner.link.open(owner.wire)
        for text in (b"one", b"two", b"three"):
            owner.link.send(Deliver((1,), text))
            await a_turn()
        assert len(owner.wire.written) == 1, "on a quiet link nothing waits"
        owner.link.close("the test is over")
        assert [len(each) for each in owner.wire.messages] == [1, 2]

    async def test_more_than_a_message_holds_leaves_in_several(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(link_module, "LINK_MAX_MESSAGE", 100)
        owner = Owner()
        owner.link.open(owner.wire)
        for number in range(4):
            owner.link.send(Deliver((number,), bytes(30)))
        await a_turn()
        assert [len(messages) for messages in owner.wire.messages] == [2, 2]
        assert all(len(each) <= 100 for each in owner.wire.written)
        assert [message[1] for part in owner.wire.messages for message in part] == [
            [number] for number in range(4)
        ]

    async def test_a_message_that_no_wire_carries_is_an_error(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(link_module, "LINK_MAX_MESSAGE", 100)
        owner = Owner()
        owner.link.open(owner.wire)
        with pytest.raises(OversizeError, match=r"Deliver has 118 bytes; .* at most 100"):
            owner.link.send(Deliver((1,), bytes(103)))
        assert not owner.lost

    async def test_a_node_that_does_not_read_is_given_up(self) -> None:
        owner = Owner()
        owner.wire.is_stuck = True
        owner.link.open(owner.wire)
        parcel = Deliver((1,), bytes(2**20), frame=True)
        sent = 0
        while not owner.lost:
            owner.link.send(parcel)
            await a_turn()
            sent += 2**20
        assert LINK_MOST_UNSENT - 2 * 2**20 < sent <= LINK_MOST_UNSENT
        assert owner.wire.is_cut
        assert owner.lost[0].endswith("bytes wait for the node to read them")

    async def test_a_wire_that_never_opens_holds_no_more_than_that(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(link_module, "LINK_MOST_UNSENT", 100)
        owner = Owner()
        for _ in range(10):
            owner.link.send(Deliver((1,), bytes(30)))
        assert len(owner.lost) == 1


class TestReceiving:
    async def test_each_message_is_handed_over_in_order(self) -> None:
        owner = Owner()
        owner.link.receive(b"\x92" + GONE + b"\x93\xa4said\x08\xc4\x02hi")
        assert owner.heard == [MemberGone(7), MemberSaid(8, b"hi")]

    async def test_a_message_at_which_a_handler_fails_ends_nothing(self) -> None:
        owner = Owner()
        owner.fails_at = MemberGone(7)
        owner.link.receive(b"\x92" + GONE + b"\x92\xa4gone\x08")
        assert owner.heard == [MemberGone(7), MemberGone(8)]
        assert not owner.lost

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\xc1",
            GONE,
            b"\x91" + GONE[:-1],
            b"\x91" + GONE + b"\x00",
            b"\x91\x92\xa4gone\xa1x",
            b"\x91\x92\xa4none\x07",
            b"\x91\x94\xa5moved\xa1s\xa1r\xa1n",
            b"\xdd\xff\xff\xff\xff" + GONE,
            b"\x91" * 5000,
            b"\x91\x94\xa6answer\x01" + b"\x91" * 200_000,
            b"\x91\x94\xa6answer\x01\xc0\xa1\xff",
        ],
        ids=[
            *("nothing", "no MessagePack", "no list", "cut off", "more behind it", "wrong type"),
            *("unknown", "other direction", "a huge list", "nested deeply"),
            *("a deep answer", "no UTF-8"),
        ],
    )
    async def test_malformed_bytes_end_the_link(self, data: bytes) -> None:
        owner = Owner()
        owner.link.open(owner.wire)
        owner.link.receive(data)
        assert owner.wire.is_cut
        assert "are no messages of a link" in owner.lost[0]
        assert owner.heard == []


class TestLoss:
    async def test_it_is_told_once_and_nothing_is_sent_after_it(self) -> None:
        owner = Owner()
        owner.link.open(owner.wire)
        owner.link.send(Deliver((1,), b"too late"))
        owner.link.lose("cut")
        owner.link.lose("cut again")
        owner.link.send(Deliver((1,), b"later still"))
        await a_turn()
        assert (owner.lost, owner.wire.written) == (["cut"], [])

    async def test_a_wire_that_opens_after_it_is_cut(self) -> None:
        owner = Owner()
        owner.link.lose("the node has left")
        owner.link.open(owner.wire)
        assert owner.wire.is_cut

    async def test_a_link_that_closes_sends_what_waits_first(self) -> None:
        owner = Owner()
        owner.link.open(owner.wire)
        owner.link.send(RunMoved("abc", "r1", "n2"))
        owner.link.close("the node stops")
        assert owner.wire.messages == [[["moved", "abc", "r1", "n2"]]]
        assert (owner.wire.ended, owner.wire.is_cut) == ("the node stops", False)
        assert owner.lost == ["the node stops"]

    async def test_questions_that_are_open_get_an_error(self) -> None:
        owner = Owner()
        owner.link.open(owner.wire)
        asked: Awaitable[Done] = asyncio.ensure_future(owner.link.fetch_answer(AskStatus(), Done))
        await a_turn()
        owner.link.lose("cut")
        with pytest.raises(UnansweredError, match="node front gave no answer: cut"):
            await asked
        with pytest.raises(UnansweredError, match="cut"):
            await owner.link.fetch_answer(AskStatus(), Done)

    async def test_a_node_that_stays_silent_is_given_up(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(link_module, "PING_SECONDS", 0.0)
        owner = Owner()
        owner.link.open(owner.wire)
        while owner.wire.probes < 3:
            await a_turn()
        assert not owner.lost
        owner.wire.heard_at -= link_module.SILENCE_SECONDS + 1.0
        while not owner.lost:
            await a_turn()
        assert owner.lost == ["the node sent nothing for 4 seconds"]
        probes = owner.wire.probes
        await a_turn()
        assert owner.wire.probes == probes
