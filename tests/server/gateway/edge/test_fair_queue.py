"""Shares of the loop's time, with recorded costs and a clock that is set by hand."""

import random
from collections import Counter
from collections.abc import Iterable
from functools import partial

import pytest

from undertide_server.gateway.edge.fair_queue import (
    ALWAYS_GRANTED,
    FORGOTTEN,
    HALVED_EVERY,
    FairQueue,
    Work,
)

STEP, TALK, LIST = 600e-6, 50e-6, 300e-6
"""Recorded costs of a step alone, of a word and of a list of sessions, in seconds."""


def charged(**costs: float) -> FairQueue:
    """Return a queue whose keys have used these seconds just now."""
    queue = FairQueue()
    for key, cost in costs.items():
        queue.charge_evenly((key,), cost, 0.0)
    return queue


def nothing() -> None:
    """Do nothing."""


class TestShares:
    def test_a_key_alone_is_never_over_its_share(self) -> None:
        assert not charged(ann=0.9).is_over("ann")

    def test_the_key_that_used_more_than_an_even_share_is_over_it(self) -> None:
        queue = charged(greedy=0.5, ann=0.1, ben=0.05)
        assert [key for key in ("greedy", "ann", "ben", "new") if queue.is_over(key)] == ["greedy"]

    def test_what_everybody_may_use_is_never_too_much(self) -> None:
        queue = charged(ann=ALWAYS_GRANTED, ben=FORGOTTEN)
        assert not queue.is_over("ann")
        queue.charge_evenly(("ann",), FORGOTTEN, 0.0)
        assert queue.is_over("ann")

    def test_several_keys_bear_a_cost_evenly(self) -> None:
        together, alone = charged(greedy=0.5, ann=0.1, ben=0.1), charged(greedy=0.5, ann=0.1)
        together.charge_evenly(("ann", "ben"), 0.3, 0.0)
        assert [key for key in ("greedy", "ann", "ben") if together.is_over(key)] == ["greedy"]
        together.charge_evenly(("ann", "ben"), 0.6, 0.0)
        assert [key for key in ("greedy", "ann", "ben") if together.is_over(key)] == ["ann", "ben"]
        alone.charge_evenly(("ann",), 0.5, 0.0)
        assert [key for key in ("greedy", "ann") if alone.is_over(key)] == ["ann"]

    def test_costs_of_long_ago_do_not_count(self) -> None:
        queue = charged(greedy=0.5, ann=0.1)
        queue.charge_evenly(("ann",), 0.01, 8 * HALVED_EVERY)
        assert not queue.is_over("greedy")
        queue.charge_evenly(("ann",), 0.5, 60.0)
        assert not queue.is_over("ann"), "nobody else is left"

    def test_steady_use_comes_to_about_a_second_of_it(self) -> None:
        queue = FairQueue()
        for number in range(1000):
            queue.charge_evenly(("ann",), 0.003, number / 100)
        queue.charge_evenly(("ben",), 0.1, 10.0)
        assert queue.is_over("ann")
        queue.charge_evenly(("ben",), 0.3, 10.0)
        assert not queue.is_over("ann")


class TestTurns:
    def test_work_of_one_key_is_done_in_its_order(self) -> None:
        queue, done = FairQueue(), list[int]()
        for number in range(3):
            queue.add("ann", Work(partial(done.append, number), TALK))
        while work := queue.take(0.0):
            work.do()
        assert done == [0, 1, 2]
        assert len(queue) == 0

    def test_the_key_that_used_least_comes_first(self) -> None:
        queue = charged(greedy=0.5, ann=0.1)
        queue.add("greedy", Work(nothing, 1.0))
        queue.add("ann", Work(nothing, 2.0))
        queue.add("new", Work(nothing, 3.0))
        assert [work.price for work in drained(queue)] == [3.0, 2.0, 1.0]

    @pytest.mark.parametrize(
        ("costs", "lines"),
        [
            ({"steps": STEP, "talk": TALK}, {"steps": 3000, "talk": 36_000}),
            ({"steps": STEP, "lists": LIST, "talk": TALK}, dict.fromkeys(("steps", "lists"), 5000)),
        ],
    )
    def test_keys_that_always_want_more_share_the_time_evenly_by_cost(
        self, costs: dict[str, float], lines: dict[str, int]
    ) -> None:
        queue, used, now = FairQueue(), Counter[str](), 0.0

        def pay(key: str, cost: float) -> None:
            nonlocal now
            now += cost
            used[key] += round(cost * 1e6)
            queue.charge_evenly((key,), cost, now)

        dice = random.Random(4)
        for key, number in lines.items():
            for _ in range(number):
                cost = costs[key] * dice.uniform(0.5, 1.5)
                queue.add(key, Work(partial(pay, key, cost), 0.0))
        while now < 1.0 and (work := queue.take(now)) is not None:
            work.do()
        shares = [used[key] / used.total() for key in lines]
        assert shares == pytest.approx([1 / len(lines)] * len(lines), abs=0.01)


def drained(queue: FairQueue) -> Iterable[Work]:
    """Yield all work in the order of its turns."""
    while work := queue.take(0.0):
        yield work
