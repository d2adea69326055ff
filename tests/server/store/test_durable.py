"""The journal in a store as the owner of runs: what it writes, and when it must stop to."""

from collections.abc import Callable, Iterator
from contextlib import closing
from queue import SimpleQueue

import pytest

from support.processes.waiting import LONGEST
from support.sessions.kept_runs import header, ticks
from undertide_server.store.durable import DurableJournal
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.fencing import WENT_BACK
from undertide_server.store.opening import open_to_write
from undertide_server.store.ownership import Owned, Ownership, opened_ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending
from undertide_server.store.writes import (
    Cleared,
)


class NodeJournal:
    """The journal of node `a` with a run of its own, and its calls, made one by one."""

    def __init__(self, store: StoreAddress) -> None:
        self.store = store
        self.calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.faults: list[Exception] = []
        self.fenced: list[tuple[str, str]] = []
        self.committed: list[int] = []
        self.journal = DurableJournal(store, self.calls.put, self.faults.append, node="a")
        self.journal.on_fenced = lambda run, reason: self.fenced.append((run, reason))
        self.journal.begin(header())
        self.play(1)
        self.flush()

    def play(self, step: int) -> None:
        self.journal.submit("r1", ticks(step, 1), (), step, self.committed.append)

    def flush(self) -> None:
        """Make all calls that come of what was submitted until now."""
        is_done: list[bool] = []
        self.journal.tidy([Cleared(1)], lambda: is_done.append(True))
        while not is_done:
            self.calls.get(timeout=LONGEST)()
        while not self.calls.empty():
            self.calls.get()()

    def give_to(self, node: str) -> None:
        """Make another node the owner of the run, as its claim does."""
        with closing(open_to_write(self.store)) as connection:
            connection.execute("UPDATE runs SET owner = ?, epoch = epoch + 1", (node,))


@pytest.fixture
def node(store: StoreAddress) -> Iterator[NodeJournal]:
    node = NodeJournal(store)
    yield node
    node.journal.stop()
    assert node.faults == []


@pytest.fixture
def ownership(node: NodeJournal) -> Iterator[Ownership]:
    with opened_ownership(node.store) as opened:
        yield opened


def test_it_owns_the_runs_that_it_begins_and_those_that_were_claimed(
    node: NodeJournal, ownership: Ownership
) -> None:
    assert ownership.owner_of_run("r1") == Owned("r1", "abcde", "a", 0)
    node.give_to("a")
    node.journal.own("r1", 1)
    node.play(2)
    node.flush()
    assert (node.committed, node.fenced) == ([1, 2], [])


def test_a_fenced_run_is_reported_once_and_nothing_of_it_is_acknowledged(
    node: NodeJournal,
) -> None:
    node.give_to("b")
    kept: list[str] = []
    node.play(2)
    node.journal.save_settings("r1", b"late", lambda: kept.append("settings"))
    node.flush()
    node.play(3)
    node.flush()
    assert (node.committed, kept, node.fenced) == ([1], [], [("r1", "")])


def test_a_run_that_was_lost_is_found_without_a_write(node: NodeJournal) -> None:
    node.journal.check("r1", 1)
    node.flush()
    assert node.fenced == []
    node.give_to("b")
    node.journal.check("r1", 1)
    node.flush()
    assert node.fenced == [("r1", "")]


def test_a_run_that_is_set_aside_is_reported_with_the_reason(node: NodeJournal) -> None:
    node.journal.check("r1", 9)
    node.flush()
    assert node.fenced == [("r1", f"{WENT_BACK}: it ends at step 1 of 9")]


def test_a_released_run_may_be_lost_without_a_word(node: NodeJournal, ownership: Ownership) -> None:
    node.journal.release("r1")
    node.flush()
    assert ownership.owner_of_run("r1") == Owned("r1", "abcde", "", 0)
    node.give_to("b")
    node.play(2)
    node.flush()
    assert node.fenced == []


def test_a_run_that_is_over_has_no_owner(node: NodeJournal, ownership: Ownership) -> None:
    node.journal.close("r1", Ending("ended", "won"))
    node.flush()
    assert ownership.owned() == []
    with Reader(node.store) as reader:
        assert reader.info("r1").state == "ended"
