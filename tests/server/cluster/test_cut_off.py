"""A node that can't reach the store: it asks others, and only then gives up."""

from collections.abc import Mapping
from math import inf

import pytest
from structlog.testing import capture_logs

from undertide_server.cluster.cut_off import CUT_OFF_SECONDS, MOST_WITNESSES, CutOff
from undertide_server.cluster.links.errors import UnansweredError
from undertide_server.cluster.links.inquiries import Expected
from undertide_server.cluster.links.messages import AskMayClaim, MayClaim, Question
from undertide_server.store.leases import LEASE_SECONDS

LOOK = 0.5


class Node:
    """A node among others, in time that a test moves on.

    `answers` says what each other node answers; those that are missing give no answer.
    """

    def __init__(self, answers: Mapping[str, bool | None]) -> None:
        self.answers = dict(answers)
        self.now = 100.0
        self.renewed = 100.0
        self.gave_up = 0
        self.asked: list[str] = []
        self.renews_when_asked = inf
        """The age of the lease from which it is renewed while others are asked."""
        self.cut_off = CutOff(
            self,
            lambda: self.now - self.renewed,
            lambda: list(self.answers),
            self.give_up,
            lambda: self.now,
        )

    def give_up(self) -> None:
        self.gave_up += 1

    async def query_node(self, node: str, question: Question, expected: type[Expected]) -> Expected:
        assert question == AskMayClaim()
        self.asked.append(node)
        if self.now - self.renewed >= self.renews_when_asked:
            self.renewed = self.now
        answer = self.answers[node]
        if answer is None:
            raise UnansweredError(node, "it is silent")
        told = MayClaim(answer)
        assert isinstance(told, expected)
        return told

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, with a look every half second."""
        until = self.now + seconds
        with capture_logs():
            while self.now < until:
                self.now += LOOK
                await self.cut_off.look()


async def test_a_node_whose_lease_holds_asks_nobody() -> None:
    node = Node({"b": True})
    await node.pass_time(LEASE_SECONDS - LOOK)
    assert (node.asked, node.gave_up) == ([], 0)


async def test_it_gives_up_once_when_another_node_takes_its_runs() -> None:
    node = Node({"b": True, "c": False})
    await node.pass_time(CUT_OFF_SECONDS - LOOK)
    assert (node.gave_up, node.cut_off.is_cut_off) == (0, False)
    await node.pass_time(20.0)
    assert (node.gave_up, node.cut_off.is_cut_off) == (1, True)


async def test_an_outage_for_all_takes_nobodys_runs() -> None:
    node = Node({"b": False, "c": None})
    await node.pass_time(600.0)
    assert (node.gave_up, node.cut_off.is_cut_off) == (0, False)


async def test_a_store_that_is_back_is_given_time_to_answer_this_node() -> None:
    node = Node({"b": False})
    await node.pass_time(30.0)
    node.renewed = node.now
    node.answers["b"] = True
    await node.pass_time(LEASE_SECONDS - LOOK)
    assert node.gave_up == 0


async def test_a_node_that_reaches_nobody_gives_up() -> None:
    node = Node({"b": None, "c": None})
    await node.pass_time(CUT_OFF_SECONDS + LOOK)
    assert node.gave_up == 1


async def test_silence_counts_from_the_last_answer() -> None:
    node = Node({"b": False})
    await node.pass_time(60.0)
    node.answers["b"] = None
    await node.pass_time(CUT_OFF_SECONDS - LEASE_SECONDS - LOOK)
    assert node.gave_up == 0
    await node.pass_time(2 * LOOK)
    assert node.gave_up == 1


async def test_a_node_without_others_waits_for_the_store() -> None:
    node = Node({})
    await node.pass_time(600.0)
    assert node.gave_up == 0


async def test_a_node_that_has_slept_tries_to_renew_first() -> None:
    node = Node({"b": True})
    node.now += 60.0
    await node.pass_time(LOOK)
    assert node.gave_up == 0
    node.renewed = node.now
    await node.pass_time(LEASE_SECONDS - LOOK)
    assert node.gave_up == 0


async def test_it_is_cut_off_until_a_renewal_comes_through() -> None:
    node = Node({"b": True})
    await node.pass_time(10.0)
    node.renewed = node.now
    assert not node.cut_off.is_cut_off
    await node.pass_time(1.0)
    await node.pass_time(10.0)
    assert node.gave_up == 2


async def test_a_renewal_while_others_are_asked_counts() -> None:
    node = Node({"b": True})
    node.renews_when_asked = CUT_OFF_SECONDS
    await node.pass_time(CUT_OFF_SECONDS + LOOK)
    assert (node.gave_up, node.cut_off.is_cut_off) == (0, False)


@pytest.mark.parametrize("others", [1, 2, MOST_WITNESSES + 1, 100])
async def test_each_look_asks_a_few_and_each_of_them_in_turn(others: int) -> None:
    node = Node(dict.fromkeys(map(str, range(others)), False))
    await node.pass_time(LEASE_SECONDS)
    assert len(node.asked) == len(set(node.asked)) == min(others, MOST_WITNESSES)
    await node.pass_time(30.0)
    assert set(node.asked) == set(node.answers)
