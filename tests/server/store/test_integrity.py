"""A damaged row names its run and spoils no other."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.kept_runs import header, state, varied
from undertide_server.store.database import FILE
from undertide_server.store.errors import DamagedRunError
from undertide_server.store.reader import Reader
from undertide_server.store.records import KeptState, SeatRecord, StepRecord
from undertide_server.store.steps import FOLD
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Kept
from undertide_shared.messages import Landmark

LENGTH = FOLD + 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two runs with everything that is stored of runs."""
    writer = Writer(tmp_path)
    seat = SeatRecord(0, "Ann", (b"a", b"b"))
    for run in ("bad", "good"):
        marked = StepRecord(LENGTH, (), "aa", b"marks", (Landmark(9, "end", "The run is won"),))
        steps = (*varied(1, LENGTH - 1), marked)
        writer.apply([Begun(header(run)), Appended(run, steps, (seat,), 9)])
        writer.apply([Kept(run, LENGTH, 9, KeptState(state("x")))])
    writer.close()
    return tmp_path


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        assert connection.execute(statement).rowcount


@pytest.mark.parametrize(
    "damage",
    ["state = 'lhve'", "begun = 'x'", "ticks = x'00'", "closed = 'never'", "step = 'x'"],
)
def test_a_damaged_entry_counts_as_set_aside(folder: Path, damage: str) -> None:
    change(folder, f"UPDATE runs SET {damage} WHERE run = 'bad'")
    with Reader(folder) as reader:
        bad, good = reader.runs()
    assert (bad.run, bad.state) == ("bad", "aside")
    assert "damaged" in bad.reason
    assert good.state == "live"


def test_a_name_that_is_no_text_hides_no_other_run(folder: Path) -> None:
    change(folder, "UPDATE runs SET run = x'ff' WHERE run = 'bad'")
    with Reader(folder) as reader:
        assert [info.run for info in reader.runs()] == ["?", "good"]
        assert not reader.has("?")


def test_text_that_is_no_text_is_read_all_the_same(folder: Path) -> None:
    change(folder, "UPDATE runs SET session = CAST(x'ff41' AS TEXT) WHERE run = 'bad'")
    with Reader(folder) as reader:
        assert [info.session for info in reader.runs()] == ["\N{REPLACEMENT CHARACTER}A", "abcde"]


@pytest.mark.parametrize(
    ("damage", "read", "problem"),
    [
        ("UPDATE runs SET pace = 'fast' WHERE id = 1", Reader.header, "its entry"),
        ("UPDATE runs SET seed = 7 WHERE id = 1", Reader.header, "its entry"),
        ("UPDATE runs SET content = 'x' WHERE id = 1", Reader.header, "its content"),
        ("UPDATE seats SET tokens = x'ff' WHERE run = 1", Reader.seats, "its seats"),
        ("UPDATE seats SET name = x'ff' WHERE run = 1", Reader.seats, "its seats"),
        ("UPDATE moments SET ticks = 'x' WHERE run = 1", Reader.moments, "snapshots"),
        ("UPDATE landmarks SET kind = 'x' WHERE run = 1", Reader.landmarks, "timeline"),
        ("UPDATE chunks SET data = x'ff' WHERE run = 1", Reader.snapshot, "its snapshot"),
        ("UPDATE blocks SET data = x'ff' WHERE run = 1", Reader.steps, "its journal"),
        ("UPDATE blocks SET first = 2 WHERE run = 1", Reader.steps, "step 2 where step 1"),
        ("DELETE FROM blocks WHERE run = 1", Reader.steps, "where step 1 should be"),
        ("UPDATE runs SET step = 9999 WHERE id = 1", Reader.steps, "to 9999 are missing"),
        ("UPDATE runs SET step = 290 WHERE id = 1", Reader.steps, "goes on after step 290"),
        ("UPDATE runs SET step = 9999 WHERE id = 1", Reader.check_end, "to 9999 are missing"),
        (
            f"UPDATE stretches SET count = 9 WHERE run = 1 AND first = {LENGTH}",
            Reader.check_end,
            "goes on after",
        ),
        (
            f"UPDATE stretches SET inputs = x'c0' WHERE run = 1 AND first = {LENGTH}",
            Reader.check_end,
            "not those that were written",
        ),
        (
            f"UPDATE stretches SET inputs = 1 WHERE run = 1 AND first = {LENGTH}",
            Reader.check_end,
            "of another type",
        ),
    ],
)
def test_a_damaged_part_is_told_and_spoils_no_other_run(
    folder: Path, damage: str, read: object, problem: str
) -> None:
    change(folder, damage)
    with Reader(folder) as reader:
        with pytest.raises(DamagedRunError, match=problem) as told:
            list(read(reader, "bad") or ())  # type: ignore[operator]
        assert told.value.run == "bad"
        for part in (Reader.header, Reader.seats, Reader.moments, Reader.landmarks):
            part(reader, "good")
        assert len(list(reader.steps("good"))) == LENGTH
        reader.check_end("good")
