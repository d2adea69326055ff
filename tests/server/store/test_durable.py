"""The journal in a store as the owner of runs: what it writes, and when it must stop to."""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import pytest

from support.processes.waiting import LONGEST
from support.sessions.kept_runs import header, ticks
from undertide_server.store.durable import Committer, DurableJournal
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import ConstraintError, DamagedDatabaseError, StoreFaultError
from undertide_server.store.fencing import WENT_BACK, Fence, Refused
from undertide_server.store.journal import unmeasured
from undertide_server.store.opening import open_to_write
from undertide_server.store.ownership import Owned, Ownership, opened_ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending
from undertide_server.store.writes import Begun, Cleared, Deleted, Reopened, RunClosed, Write

Call = Callable[[], None]


class Disk:
    """Takes writes while it may; else fails. `gate` holds the first transaction back."""

    def __init__(self) -> None:
        self.groups: list[list[Write]] = []
        self.fault: Exception | None = None
        self.refused: list[Refused] = []
        self.gate = threading.Event()
        self.gate.set()

    def apply(self, writes: Sequence[Write]) -> Sequence[Refused]:
        assert self.gate.wait(LONGEST)
        if self.fault is not None:
            raise self.fault
        self.groups.append(list(writes))
        return self.refused


class StallingDisk(Disk):
    """Holds back each transaction until it is let through."""

    def __init__(self) -> None:
        super().__init__()
        self._begun: queue.Queue[list[Write]] = queue.Queue()
        self._let_through: queue.Queue[None] = queue.Queue()

    def apply(self, writes: Sequence[Write]) -> Sequence[Refused]:
        self._begun.put(list(writes))
        self._let_through.get(timeout=LONGEST)
        return super().apply(writes)

    def begun(self) -> list[Write]:
        """Wait until the next transaction is under way, and return what it writes."""
        return self._begun.get(timeout=LONGEST)

    def let_through(self) -> None:
        """Let the transaction that is under way come to its end."""
        self._let_through.put(None)


class Desk:
    """A committer, and the calls it delivers, made one by one."""

    def __init__(self, disk: Disk, on_commit: Callable[[float], None] = unmeasured) -> None:
        self.calls: queue.Queue[Call] = queue.Queue()
        self.troubles: list[str] = []
        self.faults: list[Exception] = []
        self.refused: list[Refused] = []
        self.committer = Committer(
            disk,
            self.calls.put,
            self.troubles.append,
            self.faults.append,
            retry_seconds=0.001,
            on_commit=on_commit,
            on_refused=self.refused.append,
        )
        self.committer.start()

    def call_next(self) -> None:
        self.calls.get(timeout=LONGEST)()


def writes(count: int) -> list[Write]:
    return [Begun(header(f"r{number}")) for number in range(count)]


def test_whatever_waits_is_written_in_one_group_in_order() -> None:
    disk = Disk()
    disk.gate.clear()
    desk = Desk(disk)
    done: list[int] = []
    for number, write in enumerate(writes(10)):
        desk.committer.enqueue_write(write, partial(done.append, number))
    disk.gate.set()
    while len(done) < 10:
        desk.call_next()
    desk.committer.stop()
    assert [write for group in disk.groups for write in group] == writes(10)
    assert len(disk.groups) <= 2
    assert done == list(range(10))


def test_writes_of_a_run_that_was_refused_have_no_callback_and_the_others_do() -> None:
    disk = Disk()
    disk.gate.clear()
    desk = Desk(disk)
    mine, lost = Fence("a", 1), Refused("r1", Fence("a", 0))
    disk.refused.append(lost)
    done: list[str] = []
    for write in (
        Reopened("r1", lost.fence),
        Reopened("r2", lost.fence),
        Reopened("r1", mine),
        Deleted("r1"),
    ):
        desk.committer.enqueue_write(write, partial(done.append, repr(write)))
    last = Reopened("r3", mine)
    desk.committer.enqueue_write(last, partial(done.append, repr(last)))
    disk.gate.set()
    while repr(last) not in done:
        desk.call_next()
    assert desk.committer.stop() == 0
    assert repr(Reopened("r1", lost.fence)) not in done
    assert len(done) == 4
    assert set(desk.refused) == {lost}


def test_nothing_waits_for_more_than_two_commits() -> None:
    """The one that is under way, and the very next: that takes in all that was put meanwhile."""
    disk = StallingDisk()
    desk = Desk(disk)
    first, *later = writes(13)
    desk.committer.enqueue_write(first)
    expected = [[first]]
    for round_ in range(4):
        assert disk.begun() == expected[-1]
        expected.append(later[3 * round_ : 3 * round_ + 3])
        for write in expected[-1]:
            desk.committer.enqueue_write(write)
        disk.let_through()
    assert disk.begun() == expected[-1]
    disk.let_through()
    assert desk.committer.stop() == 0
    assert disk.groups == expected


@pytest.mark.parametrize(
    "fault",
    [
        OSError(28, "No space left on device"),
        StoreFaultError("database or disk is full"),
        DamagedDatabaseError(Path("undertide.db"), "database disk image is malformed"),
    ],
)
def test_while_writing_fails_nothing_is_reported_and_nothing_lost(fault: Exception) -> None:
    disk = Disk()
    disk.fault = fault
    desk = Desk(disk)
    done: list[str] = []
    desk.committer.enqueue_write(writes(1)[0], lambda: done.append("first"))
    desk.call_next()
    assert (desk.troubles, done) == ([str(fault)], [])
    desk.committer.enqueue_write(RunClosed("r0", Ending("ended")), lambda: done.append("second"))
    disk.fault = None
    while len(done) < 2:
        desk.call_next()
    desk.committer.stop()
    assert [write for group in disk.groups for write in group] == [
        writes(1)[0],
        RunClosed("r0", Ending("ended")),
    ]
    assert desk.troubles == [str(fault), ""]


def test_it_ends_although_nothing_can_be_written() -> None:
    disk = Disk()
    disk.fault = OSError("gone")
    desk = Desk(disk)
    done: list[str] = []
    desk.committer.enqueue_write(writes(1)[0], lambda: done.append("never"))
    assert desk.committer.stop() == 1
    while not desk.calls.empty():
        desk.call_next()
    assert (disk.groups, done) == ([], [])


def test_what_waits_is_written_before_it_ends() -> None:
    disk = Disk()
    disk.gate.clear()
    desk = Desk(disk)
    for write in writes(5):
        desk.committer.enqueue_write(write)
    disk.gate.set()
    assert desk.committer.stop() == 0
    assert [write for group in disk.groups for write in group] == writes(5)


@pytest.mark.parametrize(
    "fault", [ValueError("step 3 after step 1"), ConstraintError("UNIQUE constraint failed")]
)
def test_a_fault_of_the_program_is_told_and_nothing_is_written_after_it(fault: Exception) -> None:
    disk = Disk()
    disk.fault = fault
    desk = Desk(disk)
    done: list[str] = []
    desk.committer.enqueue_write(writes(1)[0], lambda: done.append("never"))
    desk.call_next()
    disk.fault = None
    desk.committer.enqueue_write(writes(1)[0], lambda: done.append("never"))
    desk.committer.stop()
    assert desk.calls.empty()
    assert (desk.faults, desk.troubles, done, disk.groups) == ([fault], [], [], [])


def test_each_transaction_says_how_long_it_took_and_what_waits_is_counted() -> None:
    disk, taken = StallingDisk(), list[float]()
    desk = Desk(disk, on_commit=taken.append)
    first, *later = writes(3)
    desk.committer.enqueue_write(first)
    disk.begun()
    for write in later:
        desk.committer.enqueue_write(write)
    assert desk.committer.waiting == 2
    assert taken == []
    disk.let_through()
    disk.begun()
    assert desk.committer.waiting == 0
    disk.let_through()
    desk.committer.stop()
    assert len(taken) == 2
    assert min(taken) >= 0


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
