"""Runs that their owners die of: what counts, what doesn't, and what an operator can do."""

from collections.abc import Callable
from contextlib import closing
from functools import partial

import pytest

from support.cluster.memory_store import StoreClock
from support.cluster.stored_nodes import node
from support.sessions.kept_runs import ticks
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.fencing import WENT_BACK, Fence
from undertide_server.store.leases import LEASE_SECONDS, Load
from undertide_server.store.opening import open_to_write
from undertide_server.store.ownership import Ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending, StoredRun
from undertide_server.store.trials import (
    MOST_DEATHS,
    POISONOUS,
    QUICK_SECONDS,
    is_poisonous,
    stays_aside,
)
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Announced,
    Appended,
    Done,
    JournalOfWrites,
    RunClosed,
    Write,
)


class Trial:
    """Owners of the run r1, one after another, and what the store says of it."""

    def __init__(self, store: StoreAddress, ownership: Ownership, clock: StoreClock) -> None:
        self.ownership = ownership
        self.clock = clock
        self.store = store
        self._owners = 0
        self.node = ""
        self.fence = Fence()

    @property
    def info(self) -> StoredRun:
        """The run's line in the list."""
        with Reader(self.store) as reader:
            return reader.info("r1")

    def claim(self) -> None:
        """Make a new node the owner of the run."""
        self._owners += 1
        self.node = f"n{self._owners}"
        self.ownership.register(node(self.node))
        claim = self.ownership.claim_run(self.node, "r1")
        claims = [claim] if claim else self.ownership.claim_orphans(self.node, 1)
        (taken,) = claims
        self.fence = Fence(self.node, taken.epoch)

    def write(self, write: Write) -> None:
        """Make a write of the owner's durable."""
        connection = open_to_write(self.store)
        connection.now = lambda: self.clock.time  # type: ignore[method-assign]
        with closing(Writer(connection)) as writer:
            assert writer.apply([write]) == []

    def announce(self, step: int = 3) -> None:
        """Announce the step after one."""
        self.write(Announced("r1", step, self.fence))

    def play(self, step: int) -> None:
        """Write a step."""
        self.write(Appended("r1", ticks(step, 1), (), 2 * step, self.fence))

    def die(self) -> None:
        """End the owner without a word."""
        self.ownership.remove(self.node, has_died=True)

    def fall(self, step: int = 3) -> None:
        """Claim the run, and die of the step after one."""
        self.claim()
        self.announce(step)
        self.die()


@pytest.fixture
def trial(runs: StoreAddress, ownership: Ownership, clock: StoreClock) -> Trial:
    return Trial(runs, ownership, clock)


def test_owners_that_die_of_the_next_step_count_until_there_are_too_many(trial: Trial) -> None:
    for deaths in range(1, MOST_DEATHS + 1):
        assert not is_poisonous(trial.info)
        trial.fall()
        assert trial.info.deaths == deaths
    assert is_poisonous(trial.info)


def test_steps_without_time_between_the_deaths_change_nothing(trial: Trial) -> None:
    for step in (3, 4, 5):
        trial.claim()
        trial.announce(step)
        trial.play(step + 1)  # Somebody comes back, and then time is about to pass.
        trial.announce(step + 1)
        trial.die()
    assert is_poisonous(trial.info)


def test_owners_that_are_killed_as_they_play_or_idle_count_for_nothing(trial: Trial) -> None:
    trial.fall()
    trial.claim()
    trial.die()
    assert trial.info.deaths == 1, "it was idle"
    trial.claim()
    trial.announce(3)
    trial.play(4)
    trial.play(5)
    trial.die()
    assert trial.info.deaths == 1
    trial.claim()
    assert trial.info.deaths == 0, "it was played meanwhile"


def test_an_owner_that_ends_in_order_counts_for_nothing(trial: Trial) -> None:
    trial.claim()
    trial.announce()
    trial.ownership.remove(trial.node)
    assert trial.info.deaths == 0


def test_an_owner_that_waits_long_for_its_disk_has_not_died_of_the_run(trial: Trial) -> None:
    for wait, deaths in ((QUICK_SECONDS, 1), (QUICK_SECONDS + 1.0, 1)):
        trial.claim()
        trial.announce()
        for _ in range(20):
            trial.clock.time += wait / 20
            trial.ownership.renew(trial.node, Load())
        trial.die()
        assert trial.info.deaths == deaths


def test_the_death_of_a_node_is_known_by_its_lease_and_by_the_next_start(trial: Trial) -> None:
    trial.claim()
    trial.announce()
    trial.clock.time += LEASE_SECONDS
    trial.claim()
    assert trial.info.deaths == 1
    trial.announce()
    trial.ownership.clear()
    assert trial.info.deaths == 2


def test_other_runs_of_the_same_owner_are_no_worse_for_it(trial: Trial) -> None:
    trial.claim()
    trial.ownership.claim_run(trial.node, "r2")
    trial.announce()
    trial.die()
    with Reader(trial.store) as reader:
        assert [info.deaths for info in reader.runs()] == [1, 0, 0]


class WaitingJournal(JournalOfWrites):
    """A journal whose writes become durable when told to."""

    def __init__(self) -> None:
        super().__init__("n1")
        self.waiting: list[tuple[Write, Done | None]] = []

    @property
    def announced(self) -> list[str]:
        """The runs whose announcements are written and not durable yet."""
        return [write.run for write, _ in self.waiting if isinstance(write, Announced)]

    def commit(self) -> None:
        """Report all writes as durable."""
        waiting, self.waiting = self.waiting, []
        for _, done in waiting:
            if done is not None:
                done()

    def _put(self, write: Write, done: Done | None = None) -> None:
        self.waiting.append((write, done))


class TestOneAtATime:
    def test_a_run_is_tried_once_the_step_of_the_one_before_is_durable(self) -> None:
        journal, told = WaitingJournal(), list[str]()
        for run in ("r1", "r2", "r3"):
            journal.announce(run, 3, partial(told.append, run))
        assert journal.announced == ["r1"]
        journal.commit()
        assert (told, journal.announced) == (["r1"], [])
        journal.submit("r1", ticks(4, 1), (), 8, lambda _step: told.append("r1 played"))
        assert journal.announced == []
        journal.commit()
        assert (told, journal.announced) == (["r1", "r1 played"], ["r2"])
        journal.announce("r1", 4, partial(told.append, "r1 again"))
        journal.commit()
        assert journal.announced == [], "its next step waits for the others"
        journal.submit("r2", ticks(4, 1), (), 8, lambda _step: None)
        journal.commit()
        assert journal.announced == ["r3"]

    @pytest.mark.parametrize(
        "end",
        [
            lambda journal: journal.withdraw("r1"),
            lambda journal: journal.release("r1"),
            lambda journal: journal.disown("r1"),
            lambda journal: journal.close("r1", Ending("abandoned")),
        ],
    )
    def test_one_that_does_not_go_on_keeps_none_from_being_tried(
        self, end: Callable[[WaitingJournal], None]
    ) -> None:
        journal = WaitingJournal()
        for run in ("r1", "r2"):
            journal.announce(run, 3, lambda: None)
        journal.commit()
        end(journal)
        assert journal.announced == ["r2"]

    def test_one_that_ends_while_it_waits_is_not_tried(self) -> None:
        journal = WaitingJournal()
        for run in ("r1", "r2"):
            journal.announce(run, 3, lambda: None)
        journal.release("r2")
        journal.release("r1")
        assert journal.announced == ["r1"]

    def test_the_runs_of_a_node_that_begins_anew_are_forgotten(self) -> None:
        journal = WaitingJournal()
        for run in ("r1", "r2"):
            journal.announce(run, 3, lambda: None)
        journal.begin_anew("n2")
        journal.commit()
        journal.announce("r3", 3, lambda: None)
        assert journal.announced == ["r3"]


@pytest.mark.parametrize(
    ("reason", "is_retried"), [(f"{POISONOUS}: 3 died", True), (WENT_BACK, False), ("odd", False)]
)
def test_an_operator_brings_back_what_was_set_aside_for_deaths(
    trial: Trial, reason: str, is_retried: bool
) -> None:
    for _ in range(MOST_DEATHS):
        trial.fall()
    assert not trial.ownership.retry_run("r1"), "it is not set aside yet"
    trial.claim()
    trial.write(RunClosed("r1", Ending("aside", reason), trial.fence))
    assert stays_aside(trial.info) == (reason != "odd")
    assert trial.ownership.retry_run("r1") == is_retried
    assert (trial.info.state == "live") == is_retried
    assert is_poisonous(trial.info) != is_retried
