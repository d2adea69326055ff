"""Writers take their locks in one order, whatever the order of their writes."""

from collections.abc import Sequence
from typing import Any

from support.sessions.kept_runs import header, ticks
from undertide_server.store.engine.sqlite.connection import connect
from undertide_server.store.engine.sqlite.opening import IN_MEMORY
from undertide_server.store.locks import (
    LEFTOVERS,
    RUN_LIST,
    TALLIES,
    lock_for,
    lock_runs,
    lock_to_insert,
)
from undertide_server.store.records import Ending
from undertide_server.store.writes import (
    Appended,
    Begun,
    Cleared,
    Deleted,
    RunClosed,
    SettingsSaved,
    SpaceGivenBack,
)


class Locking:
    """A connection that tells which locks are taken, as an engine that locks rows."""

    def __init__(self, words: str = "FOR UPDATE") -> None:
        self.taken: list[object] = []
        self._connection = connect(":memory:", IN_MEMORY)
        self._words = words

    def for_update(self, *, skip_locked: bool = False) -> str:
        assert not skip_locked
        return self._words

    def lock(self, name: str) -> None:
        self.taken.append(name)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        assert "ORDER BY id FOR UPDATE" in statement
        self.taken.append(list(values))
        return self._connection.execute("SELECT 1")


def taken(*writes: Any, words: str = "FOR UPDATE") -> list[object]:
    connection = Locking(words)
    lock_for(connection, writes)  # type: ignore[arg-type]
    return connection.taken


def test_steps_alone_take_no_lock_before_they_are_written() -> None:
    assert taken(Appended("r1", ticks(1, 1), (), 1), Appended("r2", ticks(1, 1), (), 1)) == []


def test_the_runs_of_other_writes_are_locked_together() -> None:
    steps = Appended("r2", ticks(1, 1), (), 1)
    assert taken(steps, SettingsSaved("r1", b""), SettingsSaved("r2", b"")) == [["r1", "r2"]]


def test_locks_by_name_come_before_those_of_runs() -> None:
    writes = (
        *(RunClosed("r3", Ending("ended")), Cleared(9), SpaceGivenBack(9)),
        *(Deleted("r2"), Begun(header("r1"))),
    )
    assert taken(*writes) == [RUN_LIST, LEFTOVERS, TALLIES, ["r1", "r2", "r3"]]
    assert taken(Cleared(9)) == [LEFTOVERS]


def test_a_whole_run_is_inserted_under_the_same_locks_in_the_same_order() -> None:
    connection = Locking()
    lock_to_insert(connection)  # type: ignore[arg-type]
    assert connection.taken == [RUN_LIST, TALLIES]


def test_where_transactions_exclude_each_other_nothing_is_locked() -> None:
    assert taken(Deleted("r2"), Begun(header("r1")), words="") == []
    connection = Locking("")
    lock_runs(connection, ["r1"])  # type: ignore[arg-type]
    assert connection.taken == []
