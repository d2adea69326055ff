"""Which runs are too old, by their states; those that are played never are."""

import shutil
import time
from pathlib import Path

import pytest

from support.sessions.kept_runs import header, ticks
from undertide_server.store import retention
from undertide_server.store.database import FILE
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.opening import open_to_write
from undertide_server.store.records import Ending
from undertide_server.store.retention import RUNS, disk_usage, old_runs, surplus_runs, tidying
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
    RunClosed,
)
from undertide_shared.messages import RunState

LATER = 4e9
"""A moment after any test."""
STATES: tuple[RunState, ...] = ("live", "ended", "abandoned", "aside")


def keep(folder: StoreAddress, **states: RunState) -> None:
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
    keep(store, a="live", b="ended", c="abandoned", d="aside", e="ended")
    assert old(store, LATER) == {
        "live": ["a"],
        "ended": ["b", "e"],
        "abandoned": ["c"],
        "aside": ["d"],
    }


def test_younger_ones_stay(store: StoreAddress) -> None:
    keep(store, a="live", b="ended", c="abandoned", d="aside")
    assert not any(old(store, 1.0).values())


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_run_that_is_set_aside_anew_at_each_start_grows_old_all_the_same(
    store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1e9)
    keep(store, a="aside")
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
    keep(store, a="live", b="live")
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
    keep(store, ahead="ended")
    assert not any(old(store, LATER - 1.0).values())


def test_runs_come_in_slices(store: StoreAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "RUNS", 2)
    keep(store, a="ended", b="live", c="ended", d="ended")
    assert list(old_runs(store, "ended", LATER)) == [["a", "c"], ["d"]]


def test_nothing_is_to_be_tidied_where_nothing_was_deleted(store: StoreAddress) -> None:
    keep(store, a="ended")
    assert list(tidying(store)) == []


def test_of_the_runs_that_are_over_the_latest_stay(store: StoreAddress) -> None:
    keep(store, a="ended", b="live", c="abandoned", d="ended", e="aside", f="ended")
    assert list(surplus_runs(store, 4)) == []
    assert list(surplus_runs(store, 1)) == [["a", "c", "d"]]


def test_one_slice_of_what_is_too_much_goes_at_once(
    store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert RUNS > 1
    monkeypatch.setattr(retention, "RUNS", 1)
    keep(store, a="ended", b="ended", c="ended")
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
