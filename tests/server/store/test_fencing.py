"""Only the owner of a run writes it, at the step that it expects: two writers over one store."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.postgres.interleaving import InterruptedConnection
from support.sessions.kept_runs import header, state, ticks, varied
from undertide_server.store.database import DERIVED, PARTS
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.fencing import WENT_BACK, Fence, Refused, RefusedWriteError, hold
from undertide_server.store.leases import Node
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.ownership import Owned, Ownership, opened_ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import ChatLine, Ending, KeptState, StepRecord
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
    Checked,
    Deleted,
    Kept,
    Released,
    Reopened,
    RunClosed,
    Said,
    SettingsSaved,
    Write,
)

A, B = Fence("a", 0), Fence("b", 1)
"""The first owner of a run, and the one that has claimed it since."""
FENCED = Refused("r1", A)


@dataclass
class TwoNodes:
    """One store with a writer for each of two nodes."""

    address: StoreAddress
    a: Writer
    b: Writer
    ownership: Ownership

    def claim(self, node: str, run: str = "r1") -> Fence:
        """Make a node the owner of a run, whoever owned it."""
        owned = self.ownership.owner_of_run(run)
        assert owned is not None
        with closing(open_to_write(self.address)) as connection:
            connection.execute(
                "UPDATE runs SET owner = ?, epoch = epoch + 1 WHERE run = ?", (node, run)
            )
        return Fence(node, owned.epoch + 1)

    def go_back(self, step: int, epoch: int = 0, owner: str = "a") -> None:
        """Take the last steps of the run away, as if the store had never got them."""
        with closing(open_to_write(self.address)) as connection:
            connection.execute("DELETE FROM stretches WHERE first > ?", (step,))
            connection.execute(
                "UPDATE stretches SET count = ? - first + 1 WHERE first + count > ? + 1",
                (step, step),
            )
            connection.execute(
                "UPDATE runs SET step = ?, epoch = ?, owner = ?", (step, epoch, owner)
            )

    def contents(self) -> list[tuple[str, list[tuple[object, ...]]]]:
        """Return all rows of all tables."""
        with closing(open_to_read(self.address)) as connection:
            return [
                (name, connection.execute(f"SELECT * FROM {name}").fetchall())
                for name in ("runs", *PARTS, *DERIVED)
            ]

    def steps(self, run: str = "r1") -> list[StepRecord]:
        with Reader(self.address) as reader:
            return list(reader.steps(run))


def begun(address: StoreAddress, stack: ExitStack) -> TwoNodes:
    """Return a store with a run of three steps that node `a` began."""
    first, second = (stack.enter_context(closing(Writer(address))) for _ in range(2))
    nodes = TwoNodes(address, first, second, stack.enter_context(opened_ownership(address)))
    nodes.a.apply([Begun(header(), b"settings", A), Appended("r1", ticks(1, 3), (), 3, A)])
    return nodes


@pytest.fixture
def nodes(store: StoreAddress) -> Iterator[TwoNodes]:
    with ExitStack() as stack:
        yield begun(store, stack)


LATER: list[Write] = [
    Appended("r1", varied(4, 2), (), 5, A),
    SettingsSaved("r1", b"late", A),
    Kept("r1", 3, 3, KeptState(state("late")), A),
    Said("r1", (ChatLine(1, b"late"),), A),
    RunClosed("r1", Ending("abandoned", "late"), A),
    Reopened("r1", A),
    Checked("r1", 3, A),
]
"""Writes that node `a` still makes after it lost the run."""


def test_the_node_that_begins_a_run_owns_it(nodes: TwoNodes) -> None:
    assert nodes.ownership.owner_of_run("r1") == Owned("r1", "abcde", "a", 0)
    assert nodes.a.apply([Appended("r1", ticks(4, 1), (), 4, A)]) == []
    assert len(nodes.steps()) == 4


@pytest.mark.parametrize("write", LATER, ids=lambda write: type(write).__name__)
def test_once_another_node_owns_a_run_no_write_of_the_first_changes_anything(
    nodes: TwoNodes, write: Write
) -> None:
    nodes.claim("b")
    before = nodes.contents()
    assert nodes.a.apply([write]) == [FENCED]
    assert nodes.contents() == before


def test_a_fenced_run_is_reported_once_and_the_others_of_its_batch_are_written(
    nodes: TwoNodes,
) -> None:
    nodes.a.apply([Begun(header("r2"), fence=A)])
    nodes.claim("b")
    batch: list[Write] = [
        Appended("r1", ticks(4, 1), (), 4, A),
        Appended("r2", ticks(1, 2), (), 2, A),
        SettingsSaved("r1", b"late", A),
        SettingsSaved("r2", b"in time", A),
    ]
    assert nodes.a.apply(batch) == [FENCED]
    assert len(nodes.steps("r2")) == 2
    with Reader(nodes.address) as reader:
        assert (reader.settled("r1"), reader.settled("r2")) == (b"settings", b"in time")


def test_a_run_that_comes_back_to_its_first_owner_keeps_the_steps_of_the_other(
    nodes: TwoNodes,
) -> None:
    nodes.a.apply([Appended("r1", varied(4, 1), (), 4, A)])
    nodes.claim("b")
    assert nodes.b.apply([Appended("r1", varied(5, 3), (), 7, B)]) == []
    again = nodes.claim("a")
    assert nodes.a.apply([Appended("r1", varied(8, 2), (), 9, again)]) == []
    assert nodes.steps() == [*ticks(1, 3), *varied(4, 6)]
    with Reader(nodes.address) as reader:
        reader.check_end("r1")


def test_a_batch_whose_answer_was_lost_counts_as_written(nodes: TwoNodes) -> None:
    batch: list[Write] = [
        Appended("r1", varied(4, 2), (), 5, A),
        Kept("r1", 5, 5, KeptState(state("five")), A),
        RunClosed("r1", Ending("ended", "won"), A),
    ]
    assert nodes.a.apply(batch) == []
    before = nodes.steps()
    again = Writer(nodes.address)  # The first one knows what it wrote.
    assert again.apply(batch) == nodes.a.apply(batch) == []
    again.close()
    assert nodes.steps() == before


def test_an_owner_may_still_save_settings_after_it_closed_the_run(nodes: TwoNodes) -> None:
    nodes.a.apply([RunClosed("r1", Ending("ended", "won"), A)])
    assert nodes.ownership.owned() == []
    assert nodes.a.apply([SettingsSaved("r1", b"after the end", A)]) == []


def test_a_released_run_rests_until_a_node_claims_it(nodes: TwoNodes) -> None:
    nodes.ownership.register(Node("b", "", b"", 1, "1"))
    assert nodes.ownership.claim_run("b", "r1") is None
    assert nodes.a.apply([Released("r1", A)]) == []
    claim = nodes.ownership.claim_run("b", "r1")
    assert claim is not None
    assert nodes.a.apply([Released("r1", A)]) == [], "its answer may have been lost"
    assert nodes.ownership.owner_of_run("r1") == Owned("r1", "abcde", "b", 1)


@pytest.mark.parametrize(
    "write",
    [
        Appended("r1", ticks(4, 1), (), 4, A),
        Kept("r1", 3, 3, KeptState(state("three")), A),
        Checked("r1", 3, A),
    ],
    ids=lambda write: type(write).__name__,
)
def test_a_run_without_steps_that_were_acknowledged_is_set_aside_and_never_forked(
    nodes: TwoNodes, write: Write
) -> None:
    nodes.go_back(2)
    (refused,) = nodes.a.apply([write])
    assert refused == Refused("r1", A, f"{WENT_BACK}: it ends at step 2 of 3")
    assert len(nodes.steps()) == 2
    with Reader(nodes.address) as reader:
        info = reader.info("r1")
    assert (info.state, info.reason) == ("aside", refused.reason)
    assert nodes.ownership.owned() == []
    assert nodes.a.apply([Appended("r1", ticks(3, 1), (), 3, A)]) == [FENCED]


@pytest.mark.parametrize(("epoch", "owner"), [(0, "a"), (1, "c"), (0, "")])
def test_a_run_whose_change_of_owners_was_lost_is_set_aside(
    nodes: TwoNodes, epoch: int, owner: str
) -> None:
    nodes.claim("b")
    nodes.b.apply([Reopened("r1", B)])
    nodes.go_back(3, epoch, owner)
    (refused,) = nodes.b.apply([Appended("r1", ticks(4, 1), (), 4, B)])
    assert refused.reason == f"{WENT_BACK}: it lacks the latest change of the run's owner"
    assert nodes.a.apply([Appended("r1", ticks(4, 1), (), 4, A)]) == [FENCED]
    assert len(nodes.steps()) == 3


def test_an_owner_that_the_store_forgot_does_not_take_up_a_run_that_was_set_aside(
    nodes: TwoNodes,
) -> None:
    claimed = nodes.claim("b")
    nodes.go_back(2)
    nodes.a.apply([Checked("r1", 3, A)])
    batch: list[Write] = [Reopened("r1", claimed), Appended("r1", ticks(3, 1), (), 3, claimed)]
    assert nodes.b.apply(batch) == [Refused("r1", claimed)]
    with Reader(nodes.address) as reader:
        assert reader.info("r1").state == "aside"


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_a_run_that_is_claimed_just_before_it_would_be_set_aside_goes_on(nodes: TwoNodes) -> None:
    assert isinstance(nodes.address, PostgresAddress)
    nodes.go_back(2)
    with closing(InterruptedConnection(nodes.address)) as connection:
        connection.before_statement = ("state = 'aside'", lambda: nodes.claim("b"))
        late = Appended("r1", ticks(4, 1), (), 4, A)
        assert Writer(connection).apply([late]) == [FENCED]
    assert nodes.ownership.owner_of_run("r1") == Owned("r1", "abcde", "b", 1)
    with Reader(nodes.address) as reader:
        assert reader.info("r1").state == "live"


def test_steps_that_another_connection_of_their_owner_wrote_count_as_written(
    nodes: TwoNodes,
) -> None:
    batch: list[Write] = [Appended("r1", varied(4, 2), (), 5, A)]
    assert nodes.b.apply(batch) == []  # As a connection that broke before its answer came.
    assert nodes.a.apply([*batch, Appended("r1", varied(6, 1), (), 6, A)]) == []
    assert nodes.steps() == [*ticks(1, 3), *varied(4, 3)]
    with Reader(nodes.address) as reader:
        reader.check_end("r1")


def test_a_run_that_was_released_is_not_written_even_by_its_last_owner(nodes: TwoNodes) -> None:
    nodes.a.apply([Released("r1", A)])
    assert nodes.a.apply([Appended("r1", ticks(4, 1), (), 4, A)]) == [FENCED]
    assert len(nodes.steps()) == 3


def test_a_run_that_the_store_lost_as_a_whole_is_refused(nodes: TwoNodes) -> None:
    with closing(open_to_write(nodes.address)) as connection:
        connection.execute("DELETE FROM runs")
    (refused,) = nodes.a.apply([Appended("r1", ticks(4, 1), (), 4, A)])
    assert refused.reason == f"{WENT_BACK}: it lacks the whole run"


def test_a_run_that_a_node_plays_is_not_deleted(nodes: TwoNodes) -> None:
    nodes.ownership.register(Node("a", "", b"", 1, "1"))
    nodes.b.apply([Deleted("r1")])
    assert len(nodes.steps()) == 3
    nodes.ownership.remove("a")
    nodes.b.apply([Deleted("r1")])
    with Reader(nodes.address) as reader:
        assert not reader.has("r1")


def test_a_content_whose_last_run_another_node_deleted_is_stored_again(nodes: TwoNodes) -> None:
    nodes.b.apply([Deleted("r1")])
    nodes.a.apply([Begun(header("r2"), fence=A)])
    with Reader(nodes.address) as reader:
        assert reader.header("r2") == header("r2")


@dataclass
class Side:
    """A node that plays a run as far as it believes to own it."""

    name: str
    writer: Writer
    fence: Fence | None = None
    acknowledged: int = 0
    played: list[StepRecord] = field(default_factory=list)
    """What it submits next."""
    others: int = 0
    """The steps of a run of its own."""

    def submit(self, count: int) -> None:
        """Take steps, with inputs that no other node and no other epoch has."""
        assert self.fence is not None
        for _ in range(count):
            last = self.played[-1].step if self.played else self.acknowledged
            mark = f"{self.fence.node}{self.fence.epoch}-{last + 1}"
            self.played.append(StepRecord(last + 1, (), state_hash=mark))

    def commit(self, run: str, other: str) -> dict[int, str]:
        """Write what was played, and a step of another run; return what was acknowledged."""
        assert self.fence is not None
        batch: list[Write] = []
        if self.played:
            batch.append(Appended(run, tuple(self.played), (), 1, self.fence))
        self.others += 1
        refused = self.writer.apply(
            [*batch, Appended(other, ticks(self.others, 1), (), 1, Fence(self.name))]
        )
        if refused:
            assert refused == [Refused(run, self.fence)]
            self.fence, self.played = None, []
            return {}
        written = {each.step: each.state_hash or "" for each in self.played}
        self.acknowledged += len(self.played)
        self.played = []
        return written


ACTS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["claim", "play", "commit", "retry"])),
    max_size=40,
)


@settings(max_examples=60, deadline=None)
@given(acts=ACTS)
def test_whatever_two_owners_do_no_step_has_two_inputs_and_none_is_missing(
    tmp_path_factory: pytest.TempPathFactory, acts: Sequence[tuple[str, str]]
) -> None:
    play(tmp_path_factory.mktemp("two"), acts)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(acts=ACTS)
def test_whatever_two_owners_do_in_postgres_no_step_has_two_inputs_and_none_is_missing(
    postgres_url: str, acts: Sequence[tuple[str, str]]
) -> None:
    address = PostgresAddress(postgres_url)
    with closing(open_to_write(address)) as connection:
        connection.execute(f"TRUNCATE runs, leftovers, {', '.join((*PARTS, *DERIVED))}")
    play(address, acts)


def play(address: StoreAddress, acts: Sequence[tuple[str, str]]) -> None:
    """Have two nodes act on a run of a new store, and check what came of it."""
    with ExitStack() as stack:
        nodes = begun(address, stack)
        sides = {"a": Side("a", nodes.a), "b": Side("b", nodes.b)}
        for name, side in sides.items():
            side.writer.apply([Begun(header(f"other-{name}"), fence=Fence(name))])
        sides["a"].fence, sides["a"].acknowledged = A, 3
        acknowledged: dict[int, str] = {}
        for name, act in acts:
            side = sides[name]
            if act == "claim":
                side.fence, side.played = nodes.claim(name), []
                side.acknowledged = len(nodes.steps())
            elif side.fence is not None and act == "play":
                side.submit(2)
            elif side.fence is not None and act == "commit":
                written = side.commit("r1", f"other-{name}")
                assert not written.keys() & acknowledged.keys(), "a step was acknowledged twice"
                acknowledged |= written
            elif side.fence is not None and side.played:
                # The answer to a commit is lost: the same batch comes once more.
                batch = [Appended("r1", tuple(side.played), (), 1, side.fence)]
                side.writer.apply(batch)
                assert not side.writer.apply(batch) or side.fence != fence_in(nodes)
        with Reader(nodes.address) as reader:
            hashes, last = reader.hashes("r1"), reader.info("r1").steps
            assert len(list(reader.steps("r1"))) == last
            reader.check_end("r1")
        assert hashes.keys() == set(range(4, last + 1))
        assert acknowledged.items() <= hashes.items()
        for name, side in sides.items():
            assert len(nodes.steps(f"other-{name}")) == side.others


def fence_in(nodes: TwoNodes) -> Fence:
    """Return the right to write the run by now."""
    owned = nodes.ownership.owner_of_run("r1")
    assert owned is not None
    return Fence(owned.node, owned.epoch)


def test_a_run_is_held_by_its_owner_at_the_steps_that_it_has(nodes: TwoNodes) -> None:
    with closing(open_to_write(nodes.address)) as connection:
        assert [hold(connection, "r1", A, least) for least in (0, 3)] == [True, True]
        assert hold(connection, "no such run", A) is False
        with pytest.raises(RefusedWriteError) as refused:
            hold(connection, "r1", B)
        assert refused.value.refused.run == "r1"


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
@pytest.mark.parametrize("before", ["WHERE run = ? ('r1',)", "UPDATE runs SET state = 'aside'"])
def test_a_run_that_came_to_its_step_while_it_was_looked_for_is_held(
    nodes: TwoNodes, before: str
) -> None:
    assert isinstance(nodes.address, PostgresAddress)
    late = Appended("r1", ticks(4, 1), (), 4, A)
    with closing(InterruptedConnection(nodes.address)) as connection:
        connection.before_statement = (before, lambda: nodes.a.apply([late]))
        assert hold(connection, "r1", A, 4) is True
