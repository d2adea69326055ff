"""The tables: those of an earlier version are brought up to date, and what was in them stays."""

import sqlite3
import time
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from support.sessions.kept_runs import (
    BACK_TO_NINTH,
    BACK_TO_SEVENTH,
    BACK_TO_TENTH,
    BACK_TO_THIRD,
    header,
    state,
    ticks,
    timed,
)
from undertide_server.sessions.model.settings import SessionSettings, encode_settings
from undertide_server.store.database import FILE, TABLES
from undertide_server.store.engine.sqlite import opening
from undertide_server.store.engine.sqlite.connection import INCREMENTAL
from undertide_server.store.errors import DamagedDatabaseError, WrongSchemaError
from undertide_server.store.leases import Node
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.ownership import opened_ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import (
    ChronicleRecord,
    Ending,
    KeptState,
    SeatRecord,
    Snapshot,
    StepRecord,
)
from undertide_server.store.run_list import RunList, Viewpoint
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Kept, RunClosed, SettingsSaved

FIRST = """
CREATE TABLE contents (hash TEXT PRIMARY KEY, content BLOB NOT NULL);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE, session TEXT NOT NULL, preset TEXT NOT NULL,
    pace TEXT NOT NULL, seed BLOB NOT NULL, rules INTEGER NOT NULL,
    content TEXT NOT NULL REFERENCES contents (hash), begun REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'live', reason TEXT NOT NULL DEFAULT '', closed REAL,
    step INTEGER NOT NULL DEFAULT 0, ticks INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE blocks (
    run INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE stretches (
    run INTEGER NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, inputs BLOB NOT NULL,
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE hashes (
    run INTEGER NOT NULL, step INTEGER NOT NULL, hash TEXT NOT NULL, marks BLOB NOT NULL,
    PRIMARY KEY (run, step)
) WITHOUT ROWID;
CREATE TABLE snapshots (run INTEGER PRIMARY KEY, step INTEGER NOT NULL, state BLOB NOT NULL);
CREATE TABLE epochs (
    run INTEGER NOT NULL, after INTEGER NOT NULL, rules INTEGER NOT NULL, state BLOB NOT NULL,
    PRIMARY KEY (run, after)
) WITHOUT ROWID;
CREATE TABLE seats (
    run INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, tokens BLOB NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
PRAGMA user_version = 1;
"""
"""The statements of the first version, as they were."""

WHOLE = state("one", {2: "cellar"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the first version with two runs of eight steps, one with a snapshot."""
    begun = header()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript(FIRST)
    with connection:
        content = (begun.content_hash, zlib.compress(begun.content))
        connection.execute("INSERT INTO contents VALUES (?, ?)", content)
        for run in ("r1", "r2"):
            row = (run, "abcde", "default", "real", begun.seed, 1, begun.content_hash, 1e9, 8, 16)
            connection.execute(
                "INSERT INTO runs (run, session, preset, pace, seed, rules, content, begun, step,"
                " ticks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
        tick = b"\x91\x92\xa4tick\x01"
        connection.execute("INSERT INTO stretches VALUES (1, 1, 8, ?), (2, 1, 8, ?)", (tick, tick))
        connection.execute("INSERT INTO seats VALUES (1, 0, 'Ann', ?)", (b"\x91\xc4\x01a",))
        connection.execute("INSERT INTO snapshots VALUES (1, 5, ?)", (zlib.compress(WHOLE),))
    connection.close()
    return tmp_path


def test_what_was_kept_is_there_after_it(folder: Path) -> None:
    Writer(folder).close()
    with Reader(folder) as reader:
        assert reader.header("r1") == header()
        assert list(reader.steps("r1", after=5)) == list(ticks(6, 3))
        assert reader.seats("r1") == [SeatRecord(0, "Ann", (b"a",))]
        assert reader.snapshot("r1") == Snapshot(5, WHOLE)
        assert reader.snapshot("r1", at=4) is None
        assert reader.snapshot("r2") is None
        assert reader.landmarks("r1") == []


def test_the_ticks_of_its_snapshot_are_no_fewer_than_they_were(folder: Path) -> None:
    Writer(folder).close()
    with Reader(folder) as reader:
        assert reader.moments("r1") == [(5, 16, 1600)]


def test_ten_ticks_count_as_a_second_where_real_time_was_not_noted(folder: Path) -> None:
    writer = Writer(folder)
    writer.apply([Appended("r1", timed(9, 2, 1650, 200), (), 18)])
    writer.close()
    with Reader(folder) as reader:
        assert reader.info("r2").elapsed == 1600
        assert reader.info("r1").elapsed == 1850
        told = [step.elapsed for step in reader.steps("r1", after=7)]
    assert told == [None, 1650, 1850]


def test_a_run_goes_on_with_snapshots_in_parts(folder: Path) -> None:
    later = state("two", {2: "cellar"})
    writer = Writer(folder)
    writer.apply([Appended("r1", ticks(9, 1), (), 18), Kept("r1", 9, 18, KeptState(later))])
    writer.close()
    with Reader(folder) as reader:
        assert reader.snapshot("r1", at=8) == Snapshot(5, WHOLE)
        assert reader.snapshot("r1") == Snapshot(9, later)


def test_what_is_settled_in_a_session_has_its_place_after_it(folder: Path) -> None:
    writer = Writer(folder)
    with Reader(folder) as reader:
        assert reader.settled("r1") == b""
    writer.apply([SettingsSaved("r1", b"settled")])
    writer.close()
    with Reader(folder) as reader:
        assert reader.settled("r1") == b"settled"


def test_tables_of_the_second_version_lack_that_and_the_logs(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.apply([Begun(header()), Appended("r1", ticks(1, 3), (), 6)])
    writer.close()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript(f"{BACK_TO_THIRD} DROP TABLE settled; PRAGMA user_version = 2;")
    connection.close()
    Writer(tmp_path).close()
    with Reader(tmp_path) as reader:
        assert list(reader.steps("r1")) == list(ticks(1, 3))
        assert reader.settled("r1") == b""
        assert (reader.logs("r1"), reader.chat("r1")) == ({}, [])


def test_tables_of_the_third_version_say_who_finds_which_run(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    hidden = encode_settings(SessionSettings(access="unlisted", accounts={0: "ann"}))
    for run, settings in (("r1", b""), ("r2", hidden), ("r3", b"\xff damaged")):
        writer.apply([Begun(header(run), settings), Appended(run, ticks(1, 3), (), 6)])
    writer.apply([Begun(header("r4"))])
    writer.apply([RunClosed("r1", Ending("ended", "won"))])
    writer.close()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript(BACK_TO_THIRD)
    connection.execute("UPDATE runs SET closed = 1e9 WHERE run = 'r1'")
    connection.commit()
    connection.close()
    now = time.time()
    Writer(tmp_path).close()
    with RunList(tmp_path) as runs:
        assert [info.run for info in runs.page(Viewpoint(), 9)] == ["r1"]
        assert [info.run for info in runs.page(Viewpoint("ann"), 9)] == ["r2", "r1"]
        everything = runs.page(Viewpoint(everything=True), 9)
        assert [info.run for info in everything] == ["r3", "r2", "r1"]
        assert [each.run for each in runs.old("ended", 1e9 + 1, 0, 9)] == ["r1"]
        assert runs.old("live", now - 1, 0, 9) == [], "nobody knows when it was played"


def test_tables_of_the_seventh_version_have_no_records_of_what_ended(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    for run in ("r1", "r2"):
        writer.apply([Begun(header(run)), Appended(run, ticks(1, 3), (), 6)])
    writer.apply([RunClosed("r1", Ending("ended", "won"))])
    writer.close()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript(BACK_TO_SEVENTH)
    connection.close()
    writer = Writer(tmp_path)
    life = ChronicleRecord(1, "warden", 2, b"life")
    writer.apply([Appended("r2", (StepRecord(4, (), chronicles=(life,)),), (), 8)])
    writer.apply([RunClosed("r2", Ending("ended", "lost"))])
    writer.close()
    with Reader(tmp_path) as reader:
        assert [each.run for each in reader.deepest_runs(9)] == ["r2"]
        assert list(reader.steps("r1")) == list(ticks(1, 3))
        assert reader.chronicles("r1") == []


def test_nodes_of_the_ninth_version_show_no_certificate(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.apply([Begun(header()), Appended("r1", ticks(1, 3), (), 6)])
    writer.close()
    before, after = (Node(name, f"/run/{name}", b"key", 1, "1") for name in ("w1-1", "w1-2"))
    with opened_ownership(tmp_path) as ownership:
        ownership.register(before)
        claimed = ownership.claim_run(before.id, "r1")
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript(BACK_TO_NINTH)
    connection.close()
    with opened_ownership(tmp_path) as ownership:
        ownership.register(replace(after, certificate=b"shown"))
        shown = [(each.id, each.node.certificate) for each in ownership.nodes()]
        assert shown == [("w1-1", b""), ("w1-2", b"shown")]
        owned = ownership.owner_of_run("r1")
    assert claimed is not None
    assert owned is not None
    assert (owned.node, owned.epoch) == ("w1-1", claimed.epoch)


def test_no_owner_has_died_of_a_run_of_the_tenth_version(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.apply([Begun(header()), Appended("r1", ticks(1, 3), (), 6)])
    writer.close()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.executescript(BACK_TO_TENTH)
    connection.close()
    with opened_ownership(tmp_path) as ownership:
        ownership.register(Node("n1", "", b"", 1, "1"))
        assert ownership.claim_run("n1", "r1") is not None
        ownership.remove("n1", has_died=True)
    with Reader(tmp_path) as reader:
        assert (reader.info("r1").steps, reader.info("r1").deaths) == (3, 0)


def test_a_small_file_of_an_earlier_version_can_give_its_space_back(folder: Path) -> None:
    connection = sqlite3.connect(folder / FILE)
    connection.execute("CREATE TABLE waste (data BLOB)")
    connection.execute("INSERT INTO waste VALUES (zeroblob(100000))")
    connection.execute("DROP TABLE waste")
    connection.commit()
    connection.close()
    Writer(folder).close()
    connection = sqlite3.connect(folder / FILE)
    assert connection.execute("PRAGMA auto_vacuum").fetchone() == (INCREMENTAL,)
    assert connection.execute("PRAGMA freelist_count").fetchone() == (0,)
    connection.close()


def test_a_large_one_is_not_written_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MOST_REPACKED", 1000)
    Writer(folder).close()
    connection = sqlite3.connect(folder / FILE)
    assert connection.execute("PRAGMA auto_vacuum").fetchone() == (0,)
    connection.close()


def test_it_is_done_once(folder: Path) -> None:
    for _ in range(2):
        Writer(folder).close()
    connection = sqlite3.connect(folder / FILE)
    assert connection.execute("PRAGMA user_version").fetchone() == (TABLES.version,)
    connection.close()


def test_a_migration_that_fails_changes_nothing(folder: Path) -> None:
    connection = sqlite3.connect(folder / FILE)
    connection.execute("CREATE TABLE landmarks (in_the_way)")
    connection.close()
    with pytest.raises(DamagedDatabaseError, match="landmarks already exists"):
        Writer(folder)
    connection = sqlite3.connect(folder / FILE)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT count(*) FROM snapshots").fetchone() == (1,)
    connection.execute("DROP TABLE landmarks")
    connection.close()
    Writer(folder).close()
    with Reader(folder) as reader:
        assert reader.snapshot("r1") == Snapshot(5, WHOLE)


def test_who_only_reads_sees_it_updated_and_leaves_it_as_it_was(folder: Path) -> None:
    before = (folder / FILE).read_bytes()
    with Reader(folder) as reader:
        assert reader.snapshot("r1") == Snapshot(5, WHOLE)
        assert reader.info("r1").state == "live"
    assert (folder / FILE).read_bytes() == before
    Writer(folder).close()
    with Reader(folder) as reader:
        assert reader.snapshot("r1") == Snapshot(5, WHOLE)


def test_a_file_without_tables_is_not_read(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / FILE).close()
    (tmp_path / FILE).touch()
    with pytest.raises(WrongSchemaError, match="has no tables yet"):
        Reader(tmp_path)


def test_tables_of_another_version_are_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute(f"PRAGMA user_version = {TABLES.version + 1}")
    connection.close()
    for opened in (open_to_write, open_to_read):
        with pytest.raises(WrongSchemaError, match=f"version {TABLES.version + 1}"):
            opened(tmp_path)
