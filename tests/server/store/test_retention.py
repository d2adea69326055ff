"""Old runs that are over are forgotten; those that go on never are."""

import time
from pathlib import Path

import pytest

from support.sessions.kept_runs import header, ticks
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending
from undertide_server.store.retention import forget_closed
from undertide_server.store.writer import Appended, Begun, RunClosed, Writer
from undertide_shared.messages import RunState

LATER = 4e9
"""A moment after any test."""


def names(folder: Path) -> list[str]:
    with Reader(folder) as reader:
        return [info.run for info in reader.runs()]


def keep(folder: Path, **states: RunState) -> None:
    writer = Writer(folder)
    for run, state in states.items():
        writer.apply([Begun(header(run)), Appended(run, ticks(1, 3), (), 3)])
        if state != "live":
            writer.apply([RunClosed(run, Ending(state))])
    writer.close()


def test_runs_that_are_over_are_forgotten_when_old(tmp_path: Path) -> None:
    keep(tmp_path, a="live", b="ended", c="abandoned", d="aside")
    assert forget_closed(tmp_path, LATER) == ["b", "c"]
    assert names(tmp_path) == ["a", "d"]


def test_younger_ones_stay(tmp_path: Path) -> None:
    keep(tmp_path, a="ended")
    assert forget_closed(tmp_path, 1.0) == []
    assert names(tmp_path) == ["a"]


def test_a_clock_that_jumped_while_a_run_was_closed_forgets_no_run_too_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: LATER)
    keep(tmp_path, ahead="ended", on="live")
    assert forget_closed(tmp_path, LATER - 1.0) == []
    monkeypatch.setattr(time, "time", lambda: 1.0)
    keep(tmp_path, back="live")
    assert forget_closed(tmp_path, 2.0) == []
    assert names(tmp_path) == ["ahead", "on", "back"]


def test_a_folder_without_runs_stays_empty(tmp_path: Path) -> None:
    assert forget_closed(tmp_path, LATER) == []
    assert list(tmp_path.iterdir()) == []
