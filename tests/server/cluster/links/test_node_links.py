"""The links of a node over real sockets."""

import asyncio

import pytest

from support.cluster.linked_nodes import KEY, NotedHandler, NotedWire, linked
from undertide_server.cluster.links import node_links
from undertide_server.cluster.links.errors import QuestionRefusedError, UnansweredError
from undertide_server.cluster.links.messages import (
    AskStatus,
    Deliver,
    Done,
    DrainNode,
    MemberGone,
    MemberSaid,
    NodeReport,
)
from undertide_server.cluster.links.node_links import MOST_NODES, NodeLinks


async def report(_question: AskStatus) -> NodeReport:
    return NodeReport(b"fine")


class TestDialling:
    async def test_messages_go_both_ways_over_one_link(self) -> None:
        async with linked() as nodes:
            nodes.dialled().send(MemberSaid(1, b"one"))
            nodes.dialled().send(MemberSaid(1, b"two"))
            await nodes.at_owner.until(lambda: len(nodes.at_owner.from_fronts) == 2)
            assert nodes.at_owner.from_fronts == [MemberSaid(1, b"one"), MemberSaid(1, b"two")]
            (back,) = set(nodes.at_owner.fronts)
            assert back.node == "front"
            back.send(Deliver((1,), bytes(100_000), frame=True))
            await nodes.at_front.until(lambda: nodes.at_front.from_owners)
            assert nodes.at_front.from_owners == [Deliver((1,), bytes(100_000), frame=True)]

    async def test_a_lost_link_is_told_once_at_both_ends_and_dialled_again(self) -> None:
        async with linked() as nodes:
            first = nodes.dialled()
            first.send(MemberGone(1))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)
            first.lose("cut")
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
            second = nodes.dialled()
            assert second is not first
            second.send(MemberGone(2))
            await nodes.at_owner.until(lambda: len(nodes.at_owner.from_fronts) == 2)
            assert nodes.at_front.lost == [("owner", "cut")]
            assert [node for node, _ in nodes.at_owner.lost] == ["front"]

    async def test_a_node_that_can_not_be_reached_is_not_dialled_at_once_again(self) -> None:
        async with linked() as nodes:
            nodes.address = nodes.nowhere()
            nodes.dialled()
            await nodes.at_front.until(lambda: nodes.at_front.lost)
            assert nodes.front.to("owner") is None
            with pytest.raises(UnansweredError, match="it can't be reached"):
                await nodes.front.query_node("owner", AskStatus(), NodeReport)

    async def test_it_is_dialled_again_after_a_while(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(node_links, "REDIAL_SECONDS", 0.0)
        async with linked() as nodes:
            there, nodes.address = nodes.address, nodes.nowhere()
            nodes.dialled()
            await nodes.at_front.until(lambda: nodes.at_front.lost)
            nodes.address = there
            nodes.dialled().send(MemberGone(1))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)

    async def test_a_node_that_does_not_live_is_not_dialled(self) -> None:
        async with linked() as nodes:
            nodes.address = None
            assert nodes.front.to("owner") is None
            assert nodes.at_front.lost == []

    async def test_a_link_that_closes_tells_why(self) -> None:
        async with linked() as nodes:
            nodes.dialled().send(MemberGone(1))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)
            (back,) = nodes.at_owner.fronts
            back.send(Deliver((1,), b"the last words"))
            back.close("the node stops")
            await nodes.at_front.until(lambda: nodes.at_front.lost)
            assert nodes.at_front.from_owners == [Deliver((1,), b"the last words")]
            assert nodes.at_front.lost == [("owner", "the node said: the node stops")]

    async def test_links_to_nodes_that_have_left_end(self) -> None:
        async with linked() as nodes:
            kept = nodes.dialled()
            nodes.front.drop({"another"})
            assert nodes.dialled() is kept
            nodes.front.drop({"owner"})
            assert nodes.at_front.lost == [("owner", "the node has left")]

    async def test_a_node_that_begins_anew_dials_under_its_new_id(self) -> None:
        async with linked() as nodes:
            nodes.dialled().send(MemberGone(1))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)
            nodes.front.begin_anew("front again")
            nodes.dialled().send(MemberGone(2))
            await nodes.at_owner.until(lambda: len(nodes.at_owner.from_fronts) == 2)
            assert [link.node for link in nodes.at_owner.fronts] == ["front", "front again"]
            why = "the node has lost its lease"
            assert nodes.at_front.lost == [("owner", why)]
            assert nodes.at_owner.lost == [("front", f"the node said: {why}")]

    async def test_nothing_is_handed_over_once_a_node_stops(self) -> None:
        async with linked() as nodes:
            nodes.dialled().send(MemberGone(1))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)
        assert nodes.at_front.lost == nodes.at_owner.lost == []
        assert nodes.front.to("owner") is None


class TestAccepting:
    async def test_a_front_that_dials_again_loses_its_former_link(self) -> None:
        links, handler = NodeLinks("owner", KEY, lambda _: None), NotedHandler()
        first, second = NotedWire(), NotedWire()
        with links.open_to(handler):
            links.accept("front", first)
            links.accept("front", second)
            assert (first.is_cut, second.is_cut) == (True, False)
            assert handler.lost == [("front", "the node has dialled again")]

    async def test_no_more_nodes_have_links_than_the_limit(self) -> None:
        links, handler = NodeLinks("owner", KEY, lambda _: None), NotedHandler()
        wires = [NotedWire() for _ in range(MOST_NODES + 1)]
        with links.open_to(handler):
            for number, wire in enumerate(wires):
                links.accept(str(number), wire)
            assert [wire.is_cut for wire in wires] == [False] * MOST_NODES + [True]
            assert handler.lost == []


class TestQuestions:
    async def test_a_node_answers_what_it_has_an_answer_for(self) -> None:
        async with linked() as nodes:
            nodes.owner.answer_with(AskStatus, report)
            answer = await nodes.front.query_node("owner", AskStatus(), NodeReport)
            assert answer == NodeReport(b"fine")
            with pytest.raises(QuestionRefusedError, match="this node answers no DrainNode"):
                await nodes.front.query_node("owner", DrainNode(), Done)

    async def test_an_owner_may_ask_back(self) -> None:
        async with linked() as nodes:
            nodes.front.answer_with(AskStatus, report)
            nodes.dialled().send(MemberGone(1))
            await nodes.at_owner.until(lambda: nodes.at_owner.from_fronts)
            answer = await nodes.at_owner.fronts[0].fetch_answer(AskStatus(), NodeReport)
            assert answer == NodeReport(b"fine")

    async def test_those_who_answer_are_found_among_several(self) -> None:
        async with linked() as nodes:
            nodes.owner.answer_with(AskStatus, report)
            answers = await nodes.front.query_nodes(["owner", "gone"], AskStatus(), NodeReport)
            assert answers == {"owner": NodeReport(b"fine")}

    async def test_a_question_ends_with_its_link(self) -> None:
        asked = asyncio.Event()

        async def never(_question: AskStatus) -> NodeReport:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError

        async with linked() as nodes:
            nodes.owner.answer_with(AskStatus, never)
            asking = asyncio.ensure_future(nodes.front.query_node("owner", AskStatus(), NodeReport))
            await asked.wait()
            nodes.dialled().lose("cut")
            with pytest.raises(UnansweredError, match="node owner gave no answer: cut"):
                await asking
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
