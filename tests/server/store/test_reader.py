from pathlib import Path

import pytest

from support.sessions.kept_runs import header, state, ticks, varied
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import NoSuchRunError
from undertide_server.store.reader import Reader
from undertide_server.store.records import KeptState, Snapshot
from undertide_server.store.steps import FOLD
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Kept


def test_a_run_can_be_taken_up_at_every_snapshot(writer: Writer, store: StoreAddress) -> None:
    states = {
        10: state("one", {2: "cellar"}),
        20: state("two", {2: "cellar", 4: "cave"}),
        30: state("three", {2: "a dry cellar", 4: "cave"}),
        40: state("four", {4: "cave"}),
        50: state("five", {2: "cellar", 4: "cave"}),
    }
    for run in ("r1", "r2"):
        writer.apply([Begun(header(run)), Appended(run, ticks(1, 50), (), 100)])
    for step, kept in states.items():
        both = KeptState(kept)
        writer.apply([Kept("r1", step, 2 * step, both), Kept("r2", 7, 7, both)])
    with Reader(store) as reader:
        assert [point[:2] for point in reader.moments("r1")] == [
            (step, 2 * step) for step in states
        ]
        assert reader.snapshot("r1", 9) is None
        for step, kept in states.items():
            for at in (step, step + 9):
                assert reader.snapshot("r1", at) == Snapshot(step, kept)
        assert reader.snapshot("r1") == Snapshot(50, states[50])


def test_a_reader_sees_one_moment_although_steps_are_packed_meanwhile(
    writer: Writer, store: StoreAddress
) -> None:
    before = varied(1, FOLD - 1)
    writer.apply([Begun(header()), Appended("r1", before, (), 1)])
    with Reader(store) as reader:
        steps = reader.steps("r1")
        first = next(steps)
        writer.apply([Appended("r1", varied(FOLD, FOLD), (), 2)])
        assert (first, *steps) == before
        assert tuple(reader.steps("r1")) == before


def test_a_run_is_named_by_its_beginning_where_no_other_begins_so(
    writer: Writer, store: StoreAddress
) -> None:
    writer.apply([Begun(header("abc")), Begun(header("abd"))])
    with Reader(store) as reader:
        assert reader.named("abd") == "abd"
        for beginning, problem in (("ab", "2 runs begin with"), ("x", "no run begins with")):
            with pytest.raises(NoSuchRunError, match=problem):
                reader.named(beginning)


def test_a_reader_needs_a_database(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there are no runs in"):
        Reader(tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_is_no_run_is_refused(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header())])
    with Reader(store) as reader:
        asked = (reader.header, reader.snapshot, reader.moments, reader.landmarks)
        for ask in (*asked, reader.seats, reader.hashes):
            with pytest.raises(KeyError):
                ask("r2")
        with pytest.raises(KeyError):
            next(reader.steps("r2"))
