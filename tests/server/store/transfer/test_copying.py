"""Runs go from store to store whole, once, or not at all."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from support.sessions.kept_runs import change, header, state, ticks, varied, write
from undertide_server.store.database import FILE
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.errors import (
    DamagedRunError,
    RunDiffersError,
    RunInPlayError,
    StoreFaultError,
)
from undertide_server.store.leases import Leases, Node
from undertide_server.store.locks import LEFTOVERS
from undertide_server.store.opening import open_to_write
from undertide_server.store.ownership import Ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import (
    ChatLine,
    ChronicleRecord,
    Ending,
    KeptState,
    RulesStretch,
    SeatRecord,
    Snapshot,
    StepRecord,
)
from undertide_server.store.renders import Rendered, Unrendered
from undertide_server.store.steps import FOLD
from undertide_server.store.transfer import copying, run_rows
from undertide_server.store.transfer.archive import export_run
from undertide_server.store.transfer.copying import CopyReport, copy_run, copy_runs
from undertide_server.store.transfer.run_rows import insert_rows
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
    Cleared,
    Kept,
    Renewed,
    RunClosed,
    Said,
    Write,
)
from undertide_shared.messages import Landmark

LENGTH = 2 * FOLD + 1
SETTINGS = msgspec.msgpack.encode({"access": "public", "accounts": {0: "Ann"}})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a run that is live and one that was won; all tables have rows."""
    folder = tmp_path / "source"
    folder.mkdir()
    seats = (SeatRecord(0, "Ann", (b"a", b"b")),)
    won = Landmark(9, "end", "The run is won", elapsed=1250)
    life = ChronicleRecord(1, "warden", 3, b"a life")
    last = StepRecord(LENGTH, (), "aa", b"marks", (won,), 1250, (life,))
    write(
        folder,
        Begun(header("r1")),
        Appended("r1", ticks(1, 7), seats, 7),
        Begun(header("r2", "fghij"), SETTINGS),
        Appended("r2", (*varied(1, 2 * FOLD), last), seats, 9),
        Kept("r1", 7, 7, KeptState(state("last", {2: "cellar"}), logs={0: b"log"})),
        Kept("r2", 9, 9, KeptState(state("nine", {2: "cellar"}))),
        Said("r1", (ChatLine(1, b"hello"),)),
        Renewed("r2", RulesStretch(2, Snapshot(5, b"five"))),
        RunClosed("r2", Ending("ended", "won")),
        Rendered("r2", 1, 9, 9, b"facts", {0: b"party"}, 450),
        Unrendered("r2", 2, "room"),
    )
    change(folder, "UPDATE runs SET last_played = 1700000000.25")
    return folder


@pytest.fixture
def other(tmp_path: Path) -> Path:
    folder = tmp_path / "target"
    folder.mkdir()
    return folder


@pytest.fixture
def source(folder: Path) -> Iterator[StoreConnection]:
    with closing(open_to_write(folder)) as connection:
        yield connection


@pytest.fixture
def target(other: Path) -> Iterator[StoreConnection]:
    with closing(open_to_write(other)) as connection:
        yield connection


@pytest.fixture
def database(postgres_url: str) -> Iterator[StoreConnection]:
    with closing(open_to_write(PostgresAddress.parse(postgres_url))) as connection:
        yield connection


def copied(source: StoreConnection, target: StoreConnection) -> CopyReport:
    return copy_runs(source, target, is_shared=True, on_run=lambda _report: None)


def rows(connection: StoreConnection, table: str) -> list[object]:
    return connection.execute(f"SELECT * FROM {table}").fetchall()


def test_a_copy_has_the_same_file(
    folder: Path, other: Path, source: StoreConnection, target: StoreConnection, tmp_path: Path
) -> None:
    report = copied(source, target)
    assert (report.found, report.copied, report.same, report.left) == (2, ["r1", "r2"], [], {})
    for run in ("r1", "r2"):
        export_run(folder, run, tmp_path / "there")
        export_run(other, run, tmp_path / "here")
        assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()
    for table in run_rows.RUN_PARTS:
        assert rows(source, table), table


def test_lists_and_ages_are_the_same(source: StoreConnection, target: StoreConnection) -> None:
    copied(source, target)
    columns = "run, public, played, last_played, tail, deepest, party, owner, epoch"
    query = f"SELECT {columns} FROM runs ORDER BY id"
    assert target.execute(query).fetchall() == source.execute(query).fetchall()
    assert rows(target, "finders") == rows(source, "finders") == [(2, "Ann")]
    assert rows(target, "tallies") == rows(source, "tallies") != []


def test_pages_are_joined(
    folder: Path,
    other: Path,
    source: StoreConnection,
    target: StoreConnection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(run_rows, "PAGE_ROWS", 1)
    assert copied(source, target).copied == ["r1", "r2"]
    with Reader(folder) as theirs, Reader(other) as ours:
        assert list(ours.steps("r2")) == list(theirs.steps("r2"))


def test_a_second_call_copies_nothing_again(
    source: StoreConnection, target: StoreConnection
) -> None:
    copied(source, target)
    before = [rows(target, table) for table in ("runs", "tallies", "blocks", "contents")]
    assert copied(source, target).same == ["r1", "r2"]
    assert [rows(target, table) for table in ("runs", "tallies", "blocks", "contents")] == before


def test_renders_that_a_server_made_since_do_not_matter(
    source: StoreConnection, target: StoreConnection
) -> None:
    copied(source, target)
    target.execute("DELETE FROM rendered_views")
    assert copied(source, target).same == ["r1", "r2"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE runs SET step = 8 WHERE run = 'r1'", "it has 7 steps here, and 8 there"),
        ("UPDATE seats SET name = 'Bob'", "its steps, seats, settings or end are others there"),
        ("UPDATE runs SET reason = 'other'", "its steps, seats, settings or end are others there"),
    ],
)
def test_another_run_of_the_name_is_left_as_it_is(
    source: StoreConnection, target: StoreConnection, change: str, problem: str
) -> None:
    copied(source, target)
    target.execute(change)
    with pytest.raises(RunDiffersError) as caught:
        copy_run(source, target, "r1", is_shared=True)
    assert caught.value.problem == problem
    assert "r1" in copied(source, target).left


def test_a_damaged_run_is_left_out_and_the_others_come(
    source: StoreConnection, target: StoreConnection
) -> None:
    source.execute("DELETE FROM blocks WHERE run = 2 AND first = 1")
    report = copied(source, target)
    assert report.copied == ["r1"]
    assert "step" in report.left["r2"]
    assert target.execute("SELECT count(*) FROM runs").fetchone() == (1,)


def test_nothing_of_a_run_remains_that_failed_half_way(
    source: StoreConnection, target: StoreConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise StoreFaultError("the disk is full")

    monkeypatch.setattr(copying, "finish_run", fail)
    with pytest.raises(StoreFaultError):
        copied(source, target)
    assert rows(target, "runs") == rows(target, "stretches") == rows(target, "contents") == []
    monkeypatch.undo()
    assert copied(source, target).copied == ["r1", "r2"]


def test_a_copy_that_differs_is_not_committed(
    source: StoreConnection, target: StoreConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    target.execute(
        "CREATE TRIGGER spoil AFTER INSERT ON seats BEGIN UPDATE seats SET name = 'Bob'; END"
    )
    with pytest.raises(DamagedRunError, match="the copy is not the same"):
        copy_run(source, target, "r1", is_shared=True)
    assert rows(target, "runs") == []


def test_a_run_that_a_node_plays_is_left_out_until_it_rests(
    source: StoreConnection, target: StoreConnection
) -> None:
    Leases(source).register(Node("one", "", b"key", 7, "1.2"))
    assert Ownership(source).claim_run("one", "r1") is not None
    with pytest.raises(RunInPlayError):
        copy_run(source, target, "r1", is_shared=True)
    assert copied(source, target).left == {"r1": "node one plays it"}
    source.execute("UPDATE nodes SET expires = 0")
    assert copied(source, target).copied == ["r1"]
    owner = target.execute("SELECT owner, epoch FROM runs WHERE run = 'r1'").fetchone()
    assert owner == ("", 0)


def test_no_node_claims_a_run_meanwhile(
    folder: Path,
    source: StoreConnection,
    target: StoreConnection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    locked: list[bool] = []

    def look(*_arguments: object) -> None:
        with closing(sqlite3.connect(folder / FILE, timeout=0.0)) as node:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                node.execute("UPDATE runs SET owner = 'one'")
            locked.append(True)

    monkeypatch.setattr(copying, "finish_run", look)
    copied(source, target)
    assert locked == [True, True]


def test_tallies_count_deleted_runs_and_nothing_twice(
    source: StoreConnection, target: StoreConnection
) -> None:
    source.execute("UPDATE tallies SET ended = 5, won = 2, deepest = 9 WHERE sort = 'calling'")
    for _ in range(2):
        copied(source, target)
        assert ("calling", "warden", 5, 2, 9) in rows(target, "tallies")


def test_every_run_is_told(source: StoreConnection, target: StoreConnection) -> None:
    told: list[int] = []
    copy_runs(source, target, is_shared=True, on_run=lambda report: told.append(report.done))
    assert told == [1, 2]


class TestOverPostgres:
    def test_a_run_comes_back_with_the_same_file(
        self,
        folder: Path,
        other: Path,
        postgres_url: str,
        database: StoreConnection,
        source: StoreConnection,
        target: StoreConnection,
        tmp_path: Path,
    ) -> None:
        assert copied(source, database).copied == ["r1", "r2"]
        assert copied(database, target).copied == ["r1", "r2"]
        files = []
        for store in (folder, PostgresAddress.parse(postgres_url), other):
            for run in ("r1", "r2"):
                export_run(store, run, tmp_path / "file")
                files.append((tmp_path / "file").read_bytes())
        assert files[:2] == files[2:4] == files[4:]
        query = (
            "SELECT run, public, played, last_played, tail, deepest, party FROM runs ORDER BY id"
        )
        assert target.execute(query).fetchall() == source.execute(query).fetchall()
        assert rows(target, "tallies") == rows(source, "tallies")

    def test_a_second_call_copies_nothing_again(
        self, database: StoreConnection, source: StoreConnection
    ) -> None:
        copied(source, database)
        before = rows(database, "tallies")
        assert copied(source, database).same == ["r1", "r2"]
        assert rows(database, "tallies") == before

    def test_nothing_of_a_run_remains_that_failed_half_way(
        self,
        database: StoreConnection,
        source: StoreConnection,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def fail(*_arguments: object) -> None:
            raise StoreFaultError("the disk is full")

        monkeypatch.setattr(copying, "finish_run", fail)
        with pytest.raises(StoreFaultError):
            copied(source, database)
        for table in ("runs", "stretches", "contents"):
            assert rows(database, table) == []

    def test_no_node_claims_a_run_meanwhile(
        self,
        postgres_url: str,
        database: StoreConnection,
        source: StoreConnection,
        target: StoreConnection,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        copied(source, database)
        address, taken = PostgresAddress.parse(postgres_url), list[str]()
        claim = "SELECT run FROM runs WHERE owner = '' FOR UPDATE SKIP LOCKED"

        def look(*_arguments: object) -> None:
            with closing(open_to_write(address)) as node:
                taken.extend(run for (run,) in node.execute(claim).fetchall())

        monkeypatch.setattr(copying, "finish_run", look)
        copied(database, target)
        assert taken == ["r2", "r1"]  # Each time all but the one that is copied.

    def test_games_begin_and_end_while_a_run_is_copied(
        self,
        postgres_url: str,
        database: StoreConnection,
        source: StoreConnection,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        address, begun = PostgresAddress.parse(postgres_url), list[str]()

        def insert(connection: StoreConnection, table: str, number: int, rows: Any) -> None:
            insert_rows(connection, table, number, rows)
            if table == "chronicles":  # The last one.
                name = f"begun {len(begun)}"
                play: list[Write] = [
                    Begun(header(name, name)),
                    RunClosed(name, Ending("ended", "won")),
                ]
                with closing(Writer(address)) as writer:
                    writer.apply(play)
                begun.append(name)

        monkeypatch.setattr(copying, "insert_rows", insert)
        assert copied(source, database).copied == ["r1", "r2"]
        numbers = dict(database.execute("SELECT run, id FROM runs").fetchall())
        assert numbers == {"r1": 1, "begun 0": 2, "r2": 3, "begun 1": 4}

    def test_a_run_is_written_anew_if_its_number_is_cleared_meanwhile(
        self,
        postgres_url: str,
        database: StoreConnection,
        source: StoreConnection,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        address, numbers = PostgresAddress.parse(postgres_url), list[int]()

        def insert(connection: StoreConnection, table: str, number: int, rows: Any) -> None:
            insert_rows(connection, table, number, rows)
            if table == "chronicles":
                numbers.append(number)
                if len(numbers) < 3:
                    with closing(Writer(address)) as writer:
                        writer.apply([Cleared(10)])

        monkeypatch.setattr(copying, "insert_rows", insert)
        assert copied(source, database).copied == ["r1", "r2"]
        assert len(numbers) == 4
        monkeypatch.undo()
        assert copied(source, database).same == ["r1", "r2"]
        assert rows(database, "leftovers") == []

    def test_who_clears_leftovers_waits_until_a_copy_is_committed(
        self,
        postgres_url: str,
        database: StoreConnection,
        source: StoreConnection,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        waits: list[bool] = []

        def look(*arguments: Any) -> None:
            with psycopg.connect(postgres_url) as other:
                lock = "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))"
                waits.append(other.execute(lock, (LEFTOVERS,)).fetchone() == (False,))

        monkeypatch.setattr(copying, "finish_run", look)
        copied(source, database)
        assert waits == [True, True]

    def test_a_run_that_a_node_plays_is_left_out(
        self, database: StoreConnection, source: StoreConnection, target: StoreConnection
    ) -> None:
        copied(source, database)
        Leases(database).register(Node("one", "", b"key", 7, "1.2"))
        assert Ownership(database).claim_run("one", "r1") is not None
        report = copied(database, target)
        assert (report.copied, report.left) == (["r2"], {"r1": "node one plays it"})

    def test_what_a_database_cant_hold_is_left_out_with_the_reason(
        self, database: StoreConnection, source: StoreConnection
    ) -> None:
        source.execute("UPDATE landmarks SET text = 'a' || char(0) || 'b'")
        report = copied(source, database)
        assert report.copied == ["r1"]
        assert report.left == {"r2": "it can't be copied: the copy is not the same"}
        assert len(rows(database, "runs")) == 1
