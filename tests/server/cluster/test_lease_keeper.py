"""The lease of a node in the store: what each renewal brings, and what it claims."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from support.cluster.memory_store import StoreClock, opened_by_clock
from support.processes.waiting import LONGEST
from support.sessions.kept_runs import header
from undertide_server.cluster.lease import QUIET_SECONDS, RENEW_SECONDS
from undertide_server.cluster.lease_keeper import LeaseHeartbeat, LeaseKeeper, LeaseReport, Renewal
from undertide_server.cluster.node_ids import name_of
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import LEASE_SECONDS, Load, LobbyLine, Node
from undertide_server.store.ownership import Ownership, RunClaim, opened_ownership
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun

RUNS = ["r1", "r2", "r3", "r4"]


class FailingOwnership:
    """The owners in a store that doesn't answer while `is_down`."""

    def __init__(self, ownership: Ownership) -> None:
        self.ownership: Any = ownership
        self.is_down = False
        self.fails_at = ""
        """The one question that it doesn't answer."""

    def __getattr__(self, name: str) -> object:
        if self.is_down or name == self.fails_at:
            raise StoreError("the disk is gone")
        return getattr(self.ownership, name)


class Cluster:
    """Nodes over one store, whose clock is theirs as well."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        writer = Writer(folder)
        writer.apply([Begun(header(run, f"s-{run}")) for run in RUNS])
        writer.close()
        self.clock = StoreClock()
        self._folder = folder
        self._stack = stack
        self.ownership = self._open()
        self.stores: dict[str, FailingOwnership] = {}

    def _open(self) -> Ownership:
        return self._stack.enter_context(opened_by_clock(self._folder, self.clock))

    def node(self, name: str, room: int = 99) -> LeaseKeeper:
        """Return a registered node; its id is its name and `-1`."""
        store = self.stores[name] = FailingOwnership(self._open())
        node = Node(id=f"{name}-1", address="", key=b"", rules=1, version="1")
        keeper = LeaseKeeper(store, node, lambda: self.clock.time)  # type: ignore[arg-type]
        keeper.report(LeaseReport(room=room))
        keeper.register()
        return keeper

    def renew(self, *keepers: LeaseKeeper, times: int = 1) -> list[Renewal]:
        """Let nodes renew in turn, so many times; return the renewals of the last time."""
        renewals: list[Renewal] = []
        for _ in range(times):
            self.clock.time += RENEW_SECONDS
            renewals = [keeper.renew() for keeper in keepers]
        return renewals

    def give(self, node: str) -> None:
        """Make a node the owner of all runs."""
        for run in RUNS:
            assert self.ownership.claim_run(node, run) is not None


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


def claimed(renewal: Renewal) -> set[str]:
    return {claim.run for claim in renewal.claims}


def test_the_runs_of_a_node_that_died_are_shared_out_within_seconds(cluster: Cluster) -> None:
    nodes = [cluster.node(name) for name in ("a", "b", "c")]
    cluster.renew(*nodes, times=4)
    cluster.give("a-1")
    found: dict[str, set[str]] = {"b": set(), "c": set()}
    died = cluster.clock.time
    while len(found["b"] | found["c"]) < len(RUNS):
        for name, renewal in zip("bc", cluster.renew(*nodes[1:]), strict=True):
            found[name] |= claimed(renewal)
        assert cluster.clock.time - died <= LEASE_SECONDS + 2 * RENEW_SECONDS
    assert len(found["b"]) == len(found["c"]) == 2


def test_the_next_renewal_comes_right_after_the_end_of_another_lease(cluster: Cluster) -> None:
    living, dead = cluster.node("a"), cluster.node("b")
    (renewal, _) = cluster.renew(living, dead)
    assert renewal.wait(RENEW_SECONDS) == RENEW_SECONDS
    cluster.clock.time += LEASE_SECONDS - RENEW_SECONDS / 2
    wait = living.renew().wait(RENEW_SECONDS)
    assert wait < RENEW_SECONDS
    cluster.clock.time += wait
    renewal = living.renew()
    assert renewal.news is not None
    assert [each.is_living for each in renewal.news.nodes] == [True, False]
    assert renewal.wait(RENEW_SECONDS) == RENEW_SECONDS


def test_the_runs_of_a_node_that_ended_are_claimed_at_once(cluster: Cluster) -> None:
    first, second = cluster.node("a"), cluster.node("b")
    cluster.renew(first, second, times=2)
    cluster.give("a-1")
    first.end()
    (renewal,) = cluster.renew(second)
    assert claimed(renewal) == set(RUNS)
    assert renewal.news is not None
    assert [each.id for each in renewal.news.nodes] == ["b-1"]


def test_a_node_claims_no_more_than_it_has_room_for(cluster: Cluster) -> None:
    first, second = cluster.node("a"), cluster.node("b", room=1)
    cluster.renew(first, second, times=2)
    cluster.give("a-1")
    first.end()
    (renewal,) = cluster.renew(second)
    assert len(renewal.claims) == 1
    second.report(LeaseReport(room=0))
    assert claimed(cluster.renew(second)[0]) == set()


def test_orphans_go_to_the_node_with_fewest_runs_or_to_another_if_that_has_no_room(
    cluster: Cluster,
) -> None:
    first, second, third = (cluster.node(name) for name in "abc")
    cluster.renew(first, second, third, times=2)
    cluster.give("a-1")
    for run in RUNS[:3]:
        assert cluster.ownership.take_run("b-1", run, 1) is not None
    first.end()
    busy, free = cluster.renew(second, third)
    assert (claimed(busy), claimed(free)) == (set(), {RUNS[3]})
    third.report(LeaseReport(room=0))
    cluster.renew(second, third)
    cluster.ownership._connection.execute(  # noqa: SLF001
        "UPDATE runs SET owner = 'd-1' WHERE owner = 'c-1'"
    )
    renewals = [cluster.renew(second, third)[0] for _ in range(3)]
    assert [claimed(renewal) for renewal in renewals] == [set(), set(), {RUNS[3]}]


def test_a_node_that_drains_claims_nothing(cluster: Cluster) -> None:
    first, second = cluster.node("a"), cluster.node("b")
    cluster.renew(first, second, times=2)
    cluster.give("a-1")
    cluster.ownership.set_state("b-1", "draining")
    first.end()
    assert claimed(cluster.renew(second)[0]) == set()


def test_an_outage_of_the_store_moves_no_run_of_a_node_that_lives(cluster: Cluster) -> None:
    nodes = [cluster.node(name) for name in ("a", "b", "c")]
    cluster.renew(*nodes, times=4)
    cluster.give("a-1")
    for store in cluster.stores.values():
        store.is_down = True
    renewals = cluster.renew(*nodes, times=20)
    assert [renewal.fault for renewal in renewals] == ["the disk is gone"] * 3
    for name in ("b", "c"):
        cluster.stores[name].is_down = False
    assert not any(claimed(renewal) for renewal in cluster.renew(*nodes[1:], times=2))
    cluster.stores["a"].is_down = False
    for _ in range(int(2 * QUIET_SECONDS / RENEW_SECONDS)):
        assert not any(claimed(renewal) for renewal in cluster.renew(*nodes))
    assert {owned.node for owned in cluster.ownership.owned()} == {"a-1"}


def test_a_node_whose_runs_were_claimed_goes_on_under_another_id(cluster: Cluster) -> None:
    first, second = cluster.node("a"), cluster.node("b")
    cluster.renew(first, second, times=2)
    cluster.give("a-1")
    cluster.renew(second, times=5)
    (renewal,) = cluster.renew(first)
    assert renewal.lost is not None
    assert renewal.lost.id != "a-1"
    assert name_of(renewal.lost.id) == "a"
    (renewal,) = cluster.renew(first)
    assert renewal.news is not None
    assert [each.id for each in renewal.news.nodes] == [first.node.id, "b-1"]
    assert {owned.node for owned in cluster.ownership.owned()} == {"b-1"}


def test_load_and_lobby_lines_reach_the_other_nodes(cluster: Cluster) -> None:
    first, second = cluster.node("a"), cluster.node("b")
    lines = [LobbyLine("s1", "r1", 1, b"line")]
    first.report(LeaseReport(Load(1, 2, 3)))
    first.list_lines(lines)
    _, renewal = cluster.renew(first, second)
    assert renewal.news is not None
    assert renewal.news.nodes[0].load == Load(1, 2, 3)
    assert renewal.news.lobby["a-1"] == tuple(lines)


def test_lobby_lines_of_a_renewal_that_failed_go_with_the_next_one(cluster: Cluster) -> None:
    keeper = cluster.node("a")
    keeper.list_lines([LobbyLine("s1", "r1", 1, b"line")])
    cluster.stores["a"].is_down = True
    cluster.renew(keeper)
    cluster.stores["a"].is_down = False
    (renewal,) = cluster.renew(keeper)
    assert renewal.news is not None
    assert [line.session for line in renewal.news.lobby["a-1"]] == ["s1"]


def test_lobby_lines_of_news_that_nobody_got_come_with_the_next(cluster: Cluster) -> None:
    first, second, dead = (cluster.node(name) for name in "abc")
    cluster.give("c-1")
    cluster.renew(first, second, dead, times=5)
    first.report(LeaseReport(room=0))
    first.list_lines([LobbyLine("s1", "r1", 1, b"line")])
    dead.end()
    cluster.stores["b"].fails_at = "claim_orphans"
    _, failed = cluster.renew(first, second)
    assert failed.news is None
    assert failed.fault
    cluster.stores["b"].fails_at = ""
    _, renewal = cluster.renew(first, second)
    assert renewal.news is not None
    assert [line.session for line in renewal.news.lobby["a-1"]] == ["s1"]


def test_after_a_store_went_back_the_others_renew_before_anybody_claims(cluster: Cluster) -> None:
    first, second = cluster.node("a"), cluster.node("b")
    cluster.renew(first, second, times=4)
    cluster.give("a-1")
    cluster.ownership._connection.execute(  # noqa: SLF001
        "UPDATE nodes SET renewed = renewed - 9, expires = expires - 9"
    )
    (renewal,) = cluster.renew(second)
    assert renewal.news is not None
    assert renewal.news.went_back
    assert renewal.news.orphans == len(RUNS)
    assert claimed(renewal) == set()
    cluster.renew(first)
    assert not any(claimed(renewal) for renewal in cluster.renew(first, second, times=9))


def test_a_claim_tells_what_is_needed_to_bring_the_run_back(cluster: Cluster) -> None:
    keeper = cluster.node("a")
    cluster.renew(keeper, times=1)
    cluster.ownership.orphan(["r2"])
    (renewal,) = cluster.renew(keeper)
    assert list(renewal.claims) == [RunClaim("r2", "s-r2", 1, "stopped")]


class TestGivingUp:
    def test_a_node_that_gives_up_begins_anew_once_it_reaches_the_store(
        self, cluster: Cluster
    ) -> None:
        keeper, other = cluster.node("a"), cluster.node("b")
        cluster.renew(keeper, other, times=4)
        cluster.give("a-1")
        cluster.stores["a"].is_down = True
        keeper.give_up()
        (given_up, _) = cluster.renew(keeper, other)
        assert given_up.is_cut_off
        assert given_up.lost is not None
        assert given_up.lost.id == keeper.node.id != "a-1"
        (failed, _) = cluster.renew(keeper, other)
        assert failed.fault
        assert failed.lost is None, "it gives up once"
        cluster.stores["a"].is_down = False
        while not (renewals := cluster.renew(keeper, other))[1].claims:
            pass
        assert renewals[0].news is not None
        assert keeper.node.id in {status.id for status in renewals[0].news.nodes}

    def test_a_renewal_that_comes_through_meanwhile_counts(self, cluster: Cluster) -> None:
        keeper = cluster.node("a")
        renew = cluster.stores["a"].ownership.renew

        class Late:
            """The owners in a store that answers when the node has just given up."""

            def renew(self, *words: Any) -> Any:
                keeper.give_up()
                return renew(*words)

        cluster.stores["a"].ownership = Late()
        (renewal,) = cluster.renew(keeper)
        assert renewal.news is not None
        cluster.stores["a"].ownership = cluster.ownership
        (renewal,) = cluster.renew(keeper)
        assert (renewal.lost, keeper.node.id) == (None, "a-1")

    def test_a_store_that_says_so_is_no_cut(self, cluster: Cluster) -> None:
        keeper = cluster.node("a")
        cluster.ownership.remove("a-1")
        (renewal,) = cluster.renew(keeper)
        assert renewal.lost is not None
        assert not renewal.is_cut_off

    def test_a_node_may_claim_once_its_renewals_have_come_through(self, cluster: Cluster) -> None:
        keeper = cluster.node("a")
        cluster.renew(keeper)
        assert not keeper.may_claim()
        cluster.renew(keeper, times=int(QUIET_SECONDS / RENEW_SECONDS) + 1)
        assert keeper.may_claim()
        cluster.clock.time += LEASE_SECONDS
        assert not keeper.may_claim(), "its own lease has ended"


class Loop:
    """Makes the calls of a heartbeat one by one."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.renewals: list[Renewal] = []
        self.faults: list[Exception] = []

    def heartbeat(self, ownership: Ownership, renew_seconds: float) -> LeaseHeartbeat:
        keeper = LeaseKeeper(ownership, Node("a-1", "", b"", 1, "1"))
        keeper.register()
        return LeaseHeartbeat(
            keeper, self.calls.put, self.renewals.append, self.faults.append, renew_seconds
        )

    def call_next(self) -> None:
        self.calls.get(timeout=LONGEST)()


def test_it_renews_until_it_is_stopped(tmp_path: Path) -> None:
    loop = Loop()
    with opened_ownership(tmp_path) as ownership:
        heartbeat = loop.heartbeat(ownership, 0.0)
        heartbeat.start()
        for _ in range(3):
            loop.call_next()
        heartbeat.stop()
        assert not heartbeat.is_running
    for renewal in loop.renewals:
        assert renewal.news is not None
        assert [each.id for each in renewal.news.nodes] == ["a-1"]


def test_it_stops_at_once_between_two_renewals(tmp_path: Path) -> None:
    loop = Loop()
    with opened_ownership(tmp_path) as ownership:
        heartbeat = loop.heartbeat(ownership, 3600.0)
        heartbeat.start()
        loop.call_next()
        heartbeat.stop()
        assert not heartbeat.is_running


def test_a_fault_of_the_program_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        raise KeyError("a bug")

    loop = Loop()
    with opened_ownership(tmp_path) as ownership:
        heartbeat = loop.heartbeat(ownership, 0.0)
        monkeypatch.setattr(ownership, "renew", break_down)
        heartbeat.start()
        loop.call_next()
        heartbeat.stop()
    assert [str(fault) for fault in loop.faults] == ["'a bug'"]
