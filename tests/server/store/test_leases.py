"""The leases of nodes, and the news that come with their renewals."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, cast

import pytest

from support.cluster.memory_store import StoreClock, opened_by_clock
from support.cluster.stored_nodes import line, node
from support.postgres.interleaving import InterruptedConnection
from support.processes.waiting import LONGEST
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.engine.faults import StoreFaultError
from undertide_server.store.engine.protocol import Rows, StoreConnection, Values
from undertide_server.store.leases import (
    LEASE_SECONDS,
    LINES_AT_ONCE,
    ClusterNews,
    Leases,
    Load,
    Node,
    NodeStatus,
)
from undertide_server.store.opening import open_to_write
from undertide_server.store.ownership import Ownership


def status(name: str, *, is_living: bool) -> NodeStatus:
    node = Node(id=name, address="", key=b"", rules=7, version="1.0")
    return NodeStatus(node, "serving", Load(), begun=0.0, lease_age=0.0, is_living=is_living)


def test_runs_of_nodes_that_expired_or_were_removed_are_orphans() -> None:
    nodes = (status("expired", is_living=False), status("living", is_living=True))
    runs = {"expired": 3, "living": 5, "removed": 2}
    news = ClusterNews(nodes, runs, owned=frozenset(), lobby={})
    assert (news.orphans, news.abandoned) == (5, 2)


def test_a_node_is_seen_by_all_with_its_load_until_it_ends(ownership: Ownership) -> None:
    ownership.register(node("n1"))
    ownership.register(node("n2"))
    ownership.renew("n2", Load(sessions=2, players=5, watchers=1))
    ownership.set_state("n2", "draining")
    first, second = ownership.renew("n1", Load()).nodes
    assert (first.id, first.state, first.is_living) == ("n1", "serving", True)
    assert (second.node, second.state) == (node("n2"), "draining")
    assert second.load == Load(2, 5, 1)
    ownership.remove("n2")
    assert [each.id for each in ownership.nodes()] == ["n1"]


def test_a_lease_expires_unless_it_is_renewed(ownership: Ownership, clock: StoreClock) -> None:
    ownership.register(node("n1"))
    ownership.register(node("n2"))
    clock.time += LEASE_SECONDS / 2
    ownership.renew("n1", Load())
    clock.time += LEASE_SECONDS / 2
    assert [each.is_living for each in ownership.nodes()] == [True, False]
    assert [each.lease_age for each in ownership.nodes()] == [1.0, 2.0]
    assert all(each.is_living for each in ownership.renew("n2", Load()).nodes), "nobody claimed"


def test_lobby_lines_come_once_and_again_when_they_change(
    ownership: Ownership, runs: StoreAddress, clock: StoreClock
) -> None:
    ownership.register(node("n1"))
    with opened_by_clock(runs, clock) as other:
        other.register(node("n2"))
        other.renew("n2", Load(), [line("s2", 2), line("s1", 1)])
        news = ownership.renew("n1", Load())
        assert news.lobby["n2"] == (line("s1", 1), line("s2", 2))
        assert ownership.renew("n1", Load()).lobby == {}
        other.renew("n2", Load())
        assert ownership.renew("n1", Load()).lobby == {}, "they haven't changed"
        other.renew("n2", Load(), [line("s2", 2)])
        assert ownership.renew("n1", Load()).lobby == {"n2": (line("s2", 2),)}
        other.remove("n2")
    with opened_by_clock(runs, clock) as fresh:
        fresh.register(node("n3"))
        assert fresh.renew("n3", Load()).lobby == {"n1": (), "n3": ()}


def test_a_lobby_of_many_lines_comes_whole(ownership: Ownership) -> None:
    lines = tuple(line(f"s{number}", number) for number in range(2 * LINES_AT_ONCE + 1))
    ownership.register(node("n1"))
    assert ownership.renew("n1", Load(), lines).lobby == {"n1": lines}


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_the_database_undoes_a_renewal_that_stands_still_after_its_lines(
    store: PostgresAddress,
) -> None:
    with (
        closing(InterruptedConnection(store)) as stopped,
        closing(open_to_write(store)) as other,
    ):

        def stand_still() -> None:
            give_up_at = time.monotonic() + LONGEST
            while other.execute(IDLE).fetchone() != (0,) and time.monotonic() < give_up_at:
                pass

        leases = Leases(stopped)
        leases.register(node("n1"))
        stopped.before_statement = ("UPDATE nodes SET lines", stand_still)
        with pytest.raises(StoreFaultError):
            leases.renew("n1", Load(), [line("s1"), line("s2")])
        assert leases.renew("n1", Load(), [line("s3")]).lobby == {"n1": (line("s3"),)}


def test_a_store_that_went_back_is_noticed_at_the_next_renewal(
    ownership: Ownership, runs: StoreAddress, clock: StoreClock
) -> None:
    ownership.register(node("n1"))
    clock.time += 1
    ownership.renew("n1", Load())
    with closing(open_to_write(runs)) as connection:
        connection.execute("UPDATE nodes SET renewed = renewed - 1")
    clock.time += 1
    assert ownership.renew("n1", Load()).went_back
    assert not ownership.renew("n1", Load()).went_back


class WatchedConnection:
    """A connection that counts its statements, and can lose the answer to a transaction."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self.statements = 0
        self.loses_answer = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, values: Values = ()) -> Rows:
        self.statements += 1
        return self._connection.execute(statement, values)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self.statements += 1
        self._connection.executemany(statement, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._connection.transaction():
            yield
        if self.loses_answer:
            raise StoreFaultError("the answer is lost")


IDLE = """
SELECT count(*) FROM pg_stat_activity
    WHERE state = 'idle in transaction' AND datname = current_database()
"""


@pytest.fixture
def watched(runs: StoreAddress) -> Iterator[WatchedConnection]:
    with closing(open_to_write(runs)) as connection:
        yield WatchedConnection(connection)


def test_news_whose_answer_was_lost_come_again(
    watched: WatchedConnection, ownership: Ownership
) -> None:
    leases = Leases(cast(StoreConnection, watched))
    leases.register(node("n1"))
    ownership.register(node("n2"))
    ownership.renew("n2", Load(), [line("s1")])
    watched.loses_answer = True
    with pytest.raises(StoreFaultError):
        leases.renew("n1", Load())
    watched.loses_answer = False
    assert leases.renew("n1", Load()).lobby["n2"] == (line("s1"),)


def test_a_renewal_takes_as_many_statements_with_many_nodes(
    watched: WatchedConnection, ownership: Ownership
) -> None:
    leases = Leases(cast(StoreConnection, watched))
    leases.register(node("n1"))

    def statements(others: range) -> int:
        for number in others:
            ownership.register(node(f"other{number}"))
            ownership.renew(f"other{number}", Load(), [line(f"s{number}")])
        lines = [line(f"own{number}") for number in others]
        before = watched.statements
        assert len(leases.renew("n1", Load(), lines).lobby) == len(others) + 1
        return watched.statements - before

    assert statements(range(1)) == statements(range(1, 9))
