"""Deletion in slices: bounded, safe against a crash, and the file becomes smaller."""

import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from support.postgres.interleaving import InterruptedConnection, Meanwhile
from support.sessions.kept_runs import header, ticks
from undertide_server.store import deletion
from undertide_server.store.database import FILE
from undertide_server.store.deletion import (
    RUNS,
    SPARE_PAGES,
    clear,
    delete,
    disk_usage,
    fresh_number,
    old_runs,
    surplus_runs,
    tidying,
)
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.engine.protocol import Space
from undertide_server.store.opening import open_to_write
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending
from undertide_server.store.renders import Rendered
from undertide_server.store.run_list import RunList
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Cleared, Deleted, RunClosed, Write
from undertide_shared.messages import RunState

CHUNKS = 500


def keep(folder: StoreAddress, *runs: str) -> None:
    writer = Writer(folder)
    for run in runs:
        writer.apply([Begun(header(run)), Appended(run, ticks(1, 3), (), 3)])
    writer.close()


@pytest.fixture
def folder(store: StoreAddress) -> StoreAddress:
    """A folder with a run of five hundred chunks of 4 kB, and another run."""
    keep(store, "other", "long")
    connection = open_to_write(store)
    rows = [(2, 0, step, bytes(4000)) for step in range(CHUNKS)]
    connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?)", rows)
    connection.close()
    return store


def space(folder: StoreAddress) -> Space:
    with RunList(folder) as runs:
        return runs.space()


def has_leftovers(folder: StoreAddress) -> bool:
    with RunList(folder) as runs:
        return runs.has_leftovers()


def names(folder: StoreAddress) -> list[str]:
    with RunList(folder) as runs:
        return [info.run for info in runs.runs()]


def test_a_slice_deletes_no_more_rows_than_it_may(folder: StoreAddress) -> None:
    connection = open_to_write(folder)
    delete(connection, "long")
    left = []
    while connection.execute("SELECT count(*) FROM leftovers").fetchone() != (0,):
        left.append(connection.execute("SELECT count(*) FROM chunks").fetchone()[0])
        clear(connection, 100)
    connection.close()
    assert left == [500, 400, 300, 200, 100, 0]


def test_a_deleted_run_is_gone_before_its_rows_are(folder: StoreAddress) -> None:
    writer = Writer(folder)
    writer.apply([Deleted("long")])
    writer.close()
    assert names(folder) == ["other"]
    assert has_leftovers(folder)
    with Reader(folder) as reader, pytest.raises(KeyError):
        reader.header("long")


def test_a_new_run_never_gets_the_rows_of_a_deleted_one(folder: StoreAddress) -> None:
    writer = Writer(folder)
    writer.apply([Deleted("long"), Begun(header("new"))])
    writer.close()
    connection = open_to_write(folder)
    assert connection.execute("SELECT id FROM runs WHERE run = 'new'").fetchone() == (3,)
    assert fresh_number(connection) == 4
    connection.close()
    with Reader(folder) as reader:
        assert reader.snapshot("new") is None


def test_what_is_deleted_twice_is_gone_once(folder: StoreAddress) -> None:
    writer = Writer(folder)
    for _ in range(2):
        writer.apply([Deleted("long"), Deleted("nobody's")])
    writer.close()
    assert names(folder) == ["other"]


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_the_file_gives_its_space_back(folder: Path) -> None:
    before = (folder / FILE).stat().st_size
    writer = Writer(folder)
    writer.apply([Deleted("long")])
    for write in tidying(folder):
        writer.apply([write])
    writer.close()
    now = space(folder)
    assert not has_leftovers(folder)
    assert now.free <= SPARE_PAGES * now.page
    assert (folder / FILE).stat().st_size == now.kept + now.free < before / 1.5
    with Reader(folder) as reader:
        assert list(reader.steps("other")) == list(ticks(1, 3))


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_slice_gives_back_no_more_pages_than_it_may(folder: StoreAddress) -> None:
    connection = open_to_write(folder)
    delete(connection, "long")
    clear(connection, 10_000)
    before = space(folder)
    connection.give_back(7)
    assert space(folder).free == before.free - 7 * before.page
    connection.close()


@pytest.fixture
def interrupted(store: PostgresAddress) -> Iterator[InterruptedConnection]:
    """A connection to a PostgreSQL database with one run."""
    keep(store, "last")
    with closing(InterruptedConnection(store)) as connection:
        yield connection


def elsewhere(connection: InterruptedConnection, *writes: Write) -> Meanwhile[object]:
    """Return a writer of its own, which begins before the next commit of a connection."""

    def write() -> object:
        with closing(Writer(connection.address)) as writer:
            return writer.apply(writes)

    later = Meanwhile(connection.address, write)
    connection.before_commit = later.begin
    return later


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_a_run_that_begins_while_the_last_one_of_its_content_is_deleted_keeps_that(
    interrupted: InterruptedConnection,
) -> None:
    beginning = elsewhere(interrupted, Begun(header("next")))
    assert Writer(interrupted).apply([Deleted("last")]) == []
    assert beginning.result() == []
    with Reader(interrupted.address) as reader:
        assert reader.header("next") == header("next")


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_the_content_of_a_run_that_has_just_begun_is_not_collected(
    interrupted: InterruptedConnection,
) -> None:
    deletion = elsewhere(interrupted, Deleted("last"))
    assert Writer(interrupted).apply([Begun(header("next"))]) == []
    assert deletion.result() == []
    with Reader(interrupted.address) as reader:
        assert reader.header("next") == header("next")


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_runs_that_begin_at_once_get_numbers_of_their_own(
    interrupted: InterruptedConnection,
) -> None:
    beginning = elsewhere(interrupted, *(Begun(header(f"b{number}")) for number in range(3)))
    Writer(interrupted).apply([Begun(header(f"a{number}")) for number in range(3)])
    assert beginning.result() == []
    numbers = interrupted.execute("SELECT id FROM runs ORDER BY id").fetchall()
    assert numbers == [(number,) for number in range(1, 8)]


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_a_render_of_a_run_that_is_being_deleted_leaves_nothing(
    interrupted: InterruptedConnection,
) -> None:
    rendering = elsewhere(interrupted, Rendered("last", 1, 3, 3, b"facts", {0: b"view"}, 100))
    writer = Writer(interrupted)
    writer.apply([Deleted("last")])
    assert rendering.result() == []
    writer.apply([Cleared(1000)])
    for table in ("leftovers", "renders", "rendered_views"):
        assert interrupted.execute(f"SELECT * FROM {table}").fetchall() == []


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_two_that_clear_at_once_leave_nothing(interrupted: InterruptedConnection) -> None:
    keep(interrupted.address, "second")
    writer = Writer(interrupted)
    writer.apply([Deleted("last"), Deleted("second")])
    clearing = elsewhere(interrupted, Cleared(1000))
    writer.apply([Cleared(1000)])
    assert clearing.result() == []
    assert not has_leftovers(interrupted.address)


LATER = 4e9
"""A moment after any test."""
STATES: tuple[RunState, ...] = ("live", "ended", "abandoned", "aside")


def keep_in_states(folder: StoreAddress, **states: RunState) -> None:
    writer = Writer(folder)
    for run, state in states.items():
        writer.apply([Begun(header(run)), Appended(run, ticks(1, 3), (), 3)])
        if state != "live":
            writer.apply([RunClosed(run, Ending(state))])
    writer.close()


def old(folder: StoreAddress, before: float) -> dict[RunState, list[str]]:
    return {
        state: [run for runs in old_runs(folder, state, before) for run in runs] for state in STATES
    }


def test_each_state_is_asked_for_by_itself(store: StoreAddress) -> None:
    keep_in_states(store, a="live", b="ended", c="abandoned", d="aside", e="ended")
    assert old(store, LATER) == {
        "live": ["a"],
        "ended": ["b", "e"],
        "abandoned": ["c"],
        "aside": ["d"],
    }


def test_younger_ones_stay(store: StoreAddress) -> None:
    keep_in_states(store, a="live", b="ended", c="abandoned", d="aside")
    assert not any(old(store, 1.0).values())


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_run_that_is_set_aside_anew_at_each_start_grows_old_all_the_same(
    store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1e9)
    keep_in_states(store, a="aside")
    monkeypatch.setattr(time, "time", lambda: 2e9)
    writer = Writer(store)
    writer.apply([RunClosed("a", Ending("aside"))])
    writer.close()
    assert old(store, 1.5e9)["aside"] == ["a"]


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_run_is_as_old_as_its_last_step(
    store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1e9)
    keep_in_states(store, a="live", b="live")
    monkeypatch.setattr(time, "time", lambda: 2e9)
    writer = Writer(store)
    writer.apply([Appended("b", ticks(4, 1), (), 4)])
    writer.close()
    assert old(store, 1.5e9)["live"] == ["a"]


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_clock_that_jumped_while_a_run_was_closed_forgets_no_run_too_soon(
    store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: LATER)
    keep_in_states(store, ahead="ended")
    assert not any(old(store, LATER - 1.0).values())


def test_runs_come_in_slices(store: StoreAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "RUNS", 2)
    keep_in_states(store, a="ended", b="live", c="ended", d="ended")
    assert list(old_runs(store, "ended", LATER)) == [["a", "c"], ["d"]]


def test_nothing_is_to_be_tidied_where_nothing_was_deleted(store: StoreAddress) -> None:
    keep_in_states(store, a="ended")
    assert list(tidying(store)) == []


def test_of_the_runs_that_are_over_the_latest_stay(store: StoreAddress) -> None:
    keep_in_states(store, a="ended", b="live", c="abandoned", d="ended", e="aside", f="ended")
    assert list(surplus_runs(store, 4)) == []
    assert list(surplus_runs(store, 1)) == [["a", "c", "d"]]


def test_one_slice_of_what_is_too_much_goes_at_once(
    store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert RUNS > 1
    monkeypatch.setattr(deletion, "RUNS", 1)
    keep_in_states(store, a="ended", b="ended", c="ended")
    assert list(surplus_runs(store, 1)) == [["a"]]


def test_what_is_free_in_the_file_is_told_apart(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.apply([Begun(header())])
    writer.close()
    before = disk_usage(tmp_path)
    connection = open_to_write(tmp_path)
    connection.execute("CREATE TABLE waste (data BLOB)")
    connection.execute("INSERT INTO waste VALUES (zeroblob(100000))")
    connection.execute("DROP TABLE waste")
    connection.close()
    usage = disk_usage(tmp_path)
    assert usage.kept + usage.reusable == (tmp_path / FILE).stat().st_size
    assert usage.kept - before.kept < 10_000
    assert usage.reusable - before.reusable > 90_000
    assert usage.free is not None
    assert 0 < usage.free <= shutil.disk_usage(tmp_path).total


def test_a_folder_without_runs_has_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        disk_usage(tmp_path)
