"""Turns of the event loop, with a loop whose clock only recorded costs move on."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import cast

import pytest

from support.processes.waiting import LONGEST
from undertide_server.gateway.edge.loop_shares import (
    ALWAYS_GRANTED,
    FORGOTTEN,
    HALVED_EVERY,
    LOOK_SECONDS,
    MOST_LATE,
    SHORT_SECONDS,
    SLICE_SECONDS,
    FairQueue,
    LoopShares,
    Work,
)

STEP, TALK = 600e-6, 50e-6
"""Recorded costs of a step alone and of a word, in seconds."""
LIST = 300e-6
"""Recorded costs of a step alone, of a word and of a list of sessions, in seconds."""


class FakeLoop:
    """An event loop that does what it is told to, and takes no time for it."""

    def __init__(self) -> None:
        self.now = 100.0
        self.soon: list[Callable[[], None]] = []
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_soon(self, call: Callable[[], None]) -> None:
        self.soon.append(call)

    def call_at(self, when: float, call: Callable[[], None]) -> None:
        self.timers.append((when, call))

    def iterate(self) -> None:
        """Call what was due when this iteration began."""
        soon, self.soon = self.soon, []
        due = [timer for timer in self.timers if timer[0] <= self.now]
        self.timers = [timer for timer in self.timers if timer not in due]
        for call in [call for _, call in due] + soon:
            call()


class Shared:
    """A loop, its shares, and work that is done in its turns."""

    def __init__(self) -> None:
        self.loop = FakeLoop()
        self.shares = LoopShares(cast(asyncio.AbstractEventLoop, self.loop))
        self.done: list[str] = []

    def work(self, key: str, cost: float) -> None:
        """Work for a key for some time."""
        self.loop.now += cost
        self.done.append(key)
        self.shares.charge(key, cost, self.loop.now)

    def ask(self, key: str, cost: float) -> None:
        """Work for a key at once, or when it has a turn."""
        if self.shares.must_wait(key, self.loop.now):
            self.shares.wait(key, partial(self.work, key, cost))
        else:
            self.work(key, cost)

    def must_wait(self) -> list[str]:
        """Return who must wait now."""
        keys = ("greedy", "ann", "ben")
        return [key for key in keys if self.shares.must_wait(key, self.loop.now)]


def crowded() -> Shared:
    """Return shares of which one key has used most, in a loop that is not late."""
    shared = Shared()
    for key, times in {"ann": 4, "ben": 2, "greedy": 8}.items():
        for _ in range(times):
            shared.work(key, STEP)
            shared.loop.now += LOOK_SECONDS
            shared.loop.iterate()
    for _ in range(100):
        shared.shares.charge("greedy", STEP, shared.loop.now)
    shared.done.clear()
    shared.loop.now = shared.loop.timers[0][0]
    return shared


def test_with_time_to_spare_nobody_waits() -> None:
    shared = Shared()
    for _ in range(1000):
        shared.shares.charge("ann", TALK, shared.loop.now)
        shared.shares.charge("greedy", STEP, shared.loop.now)
        shared.loop.now += 1.5 * STEP
        shared.loop.iterate()
        assert shared.must_wait() == []


def test_when_the_loop_is_late_only_those_over_their_share_wait() -> None:
    shared = crowded()
    assert shared.must_wait() == []
    shared.loop.now += MOST_LATE * 1.01
    assert shared.must_wait() == ["greedy"]


def test_work_of_several_waits_only_if_all_of_them_must() -> None:
    shared = crowded()
    assert not shared.shares.must_all_wait(["greedy"], shared.loop.now)
    shared.loop.now += MOST_LATE * 1.01
    assert shared.shares.must_all_wait(["greedy"], shared.loop.now)
    assert not shared.shares.must_all_wait(["greedy", "ann"], shared.loop.now)
    assert not shared.shares.must_all_wait([], shared.loop.now)


def test_the_loop_counts_as_short_of_time_for_a_while() -> None:
    shared = crowded()
    shared.loop.now += MOST_LATE * 1.01
    shared.loop.iterate()
    late = shared.loop.now
    for _ in range(int(SHORT_SECONDS / LOOK_SECONDS) + 2):
        is_short = shared.loop.now < late + SHORT_SECONDS
        shared.shares.charge("greedy", 2 * STEP, shared.loop.now)
        shared.shares.charge("ann", TALK, shared.loop.now)
        assert shared.must_wait() == (["greedy"] if is_short else [])
        shared.loop.now = shared.loop.timers[0][0]
        shared.loop.iterate()


def test_timers_end_once_nothing_happens() -> None:
    shared = Shared()
    shared.work("ann", TALK)
    for _ in range(3):
        shared.loop.now += 1.0
        shared.loop.iterate()
    assert shared.loop.timers == []


def test_waiting_work_is_done_in_slices_so_others_wait_for_one_piece_at_most() -> None:
    shared = crowded()
    shared.loop.now += MOST_LATE * 1.01
    for _ in range(50):
        shared.ask("greedy", STEP)
    assert shared.done == []
    while shared.loop.soon:
        began = shared.loop.now
        shared.loop.iterate()
        assert shared.loop.now - began <= SLICE_SECONDS + STEP
        shared.ask("ann", TALK)
        assert shared.done[-1] == "ann"
    assert shared.done.count("greedy") == 50


def test_small_pieces_of_work_share_a_slice() -> None:
    shared = crowded()
    shared.loop.now += MOST_LATE * 1.01
    for _ in range(20):
        shared.ask("greedy", TALK)
    shared.loop.iterate()
    assert len(shared.done) == round(SLICE_SECONDS / TALK)


async def test_a_task_waits_for_its_turn_and_pays_its_price() -> None:
    shared = crowded()
    shared.loop.now += MOST_LATE * 1.01
    shared.ask("greedy", STEP)
    tasks = [asyncio.create_task(shared.shares.turn("greedy", STEP)) for _ in range(3)]
    await asyncio.wait_for(shared.shares.turn("ann", TALK), LONGEST)
    waiting = []
    while shared.loop.soon:
        await asyncio.wait(tasks, timeout=0.0)
        shared.loop.iterate()
        await asyncio.wait(tasks, timeout=0.0)
        await asyncio.wait(tasks, timeout=0.0)
        waiting.append(sum(not task.done() for task in tasks))
    assert waiting == [3, 2, 1, 0]


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
        while work := queue.next_work(0.0):
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
        while now < 1.0 and (work := queue.next_work(now)) is not None:
            work.do()
        shares = [used[key] / used.total() for key in lines]
        assert shares == pytest.approx([1 / len(lines)] * len(lines), abs=0.01)


def drained(queue: FairQueue) -> Iterable[Work]:
    """Yield all work in the order of its turns."""
    while work := queue.next_work(0.0):
        yield work
