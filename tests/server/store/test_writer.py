"""What is written about runs is what is read back, and each transaction is whole."""

import time
import zlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from support.sessions.kept_runs import header, state, ticks, varied
from undertide_server.sessions.model.settings import SessionSettings, encode_settings
from undertide_server.store.database import DERIVED, PARTS
from undertide_server.store.deletion import tidying
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import ConstraintError, StoreError, StoreFaultError
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.reader import Reader
from undertide_server.store.records import (
    CHAT_LINES,
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
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
    Deleted,
    Kept,
    Renewed,
    Reopened,
    RunClosed,
    Said,
    SettingsSaved,
)
from undertide_shared.messages import Landmark, RunState


def test_content_that_several_runs_share_is_compressed_and_stored_once(
    writer: Writer, store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed: list[bytes] = []

    def compress(data: bytes) -> bytes:
        compressed.append(data)
        return b"packed"

    monkeypatch.setattr(zlib, "compress", compress)
    writer.apply([Begun(header("r1")), Begun(header("r2"))])
    writer.apply([Begun(header("r3")), Begun(replace(header("r4"), content_hash="11" * 16))])
    assert compressed == [header().content] * 2
    with Reader(store) as reader:
        assert len(reader.runs()) == 4


def steps_in(folder: StoreAddress, run: str = "r1", after: int = 0) -> list[StepRecord]:
    with Reader(folder) as reader:
        return list(reader.steps(run, after))


def test_a_run_is_read_back_as_it_began(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header())])
    with Reader(store) as reader:
        assert reader.header("r1") == header()
        (info,) = reader.runs()
    assert (info.run, info.session, info.state, info.steps) == ("r1", "abcde", "live", 0)


def test_what_is_settled_in_a_session_is_read_back_as_it_was_last(
    writer: Writer, store: StoreAddress
) -> None:
    writer.apply([Begun(header("r1"), b"as it began"), Begun(header("r2"))])
    with Reader(store) as reader:
        assert reader.settled("r1") == b"as it began"
        assert reader.settled("r2") == b""
    for data in (b"changed", b"changed again"):
        writer.apply([SettingsSaved("r1", data)])
    writer.apply([SettingsSaved("r2", b"something"), RunClosed("r1", Ending("ended"))])
    with Reader(store) as reader:
        assert reader.settled("r1") == b"changed again"
        assert reader.settled("r2") == b"something"
        with pytest.raises(KeyError):
            reader.settled("nobody")


def test_steps_come_back_in_order_from_wherever_one_asks(
    writer: Writer, store: StoreAddress
) -> None:
    records = [*ticks(1, 500), *varied(501, 3 * FOLD), *ticks(501 + 3 * FOLD, 20)]
    writer.apply([Begun(header())])
    for start in range(0, len(records), 7):
        writer.apply([Appended("r1", tuple(records[start : start + 7]), (), start)])
    assert steps_in(store) == records
    for after in (1, 499, 500, 501, 501 + FOLD, len(records) - 1, len(records)):
        assert steps_in(store, after=after) == records[after:]


def test_long_runs_are_packed(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header()), Appended("r1", varied(1, 10 * FOLD), (), 0)])
    writer.apply([Appended("r1", varied(10 * FOLD + 1, 1), (), 0)])
    connection = open_to_read(store)
    (rows,) = connection.execute("SELECT count(*) FROM stretches").fetchone()
    connection.close()
    assert rows <= FOLD


def test_runs_do_not_mix(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header("r1")), Begun(header("r2"))])
    writer.apply([Appended("r1", ticks(1, 5), (), 5), Appended("r2", varied(1, 3), (), 3)])
    assert steps_in(store, "r1") == list(ticks(1, 5))
    assert steps_in(store, "r2") == list(varied(1, 3))


def test_content_is_kept_once_for_all_runs_that_play_by_it(
    writer: Writer, store: StoreAddress
) -> None:
    writer.apply([Begun(header("r1")), Begun(header("r2"))])
    connection = open_to_read(store)
    assert connection.execute("SELECT count(*) FROM contents").fetchone() == (1,)
    connection.close()


def test_hashes_seats_and_the_latest_snapshot_are_kept(writer: Writer, store: StoreAddress) -> None:
    first, second = SeatRecord(0, "Ann", (b"a",)), SeatRecord(0, "Ann", (b"a", b"b"))
    hashed = (StepRecord(1, (), "aa", b"1"), StepRecord(2, ()), StepRecord(3, (), "cc", b"3"))
    writer.apply([Begun(header()), Appended("r1", hashed, (first,), 3)])
    writer.apply([Appended("r1", ticks(4, 1), (second, SeatRecord(1, "Ben", ())), 4)])
    two, four = KeptState(state("two")), KeptState(state("four"))
    writer.apply([Kept("r1", 2, 2, two), Kept("r1", 4, 4, four)])
    with Reader(store) as reader:
        assert reader.hashes("r1") == {1: "aa", 3: "cc"}
        assert reader.marks("r1", 3) == b"3"
        assert reader.seats("r1") == [second, SeatRecord(1, "Ben", ())]
        assert reader.snapshot("r1") == Snapshot(4, state("four"))


def test_only_what_changed_of_a_snapshot_is_written(writer: Writer, store: StoreAddress) -> None:
    floors = {2: "cellar", 4: "cave"}
    writer.apply([Begun(header()), Appended("r1", ticks(1, 3), (), 3)])
    writer.apply([Kept("r1", 1, 1, KeptState(state("one", floors)))])
    before = counts(store)["chunks"]
    writer.apply([Kept("r1", 2, 2, KeptState(state("two", floors)))])
    assert counts(store)["chunks"] == before + 1
    writer.close()
    again = Writer(store)
    again.apply([Kept("r1", 3, 3, KeptState(state("two", floors | {4: "a lit cave"})))])
    again.close()
    assert counts(store)["chunks"] == before + 2


def test_landmarks_are_kept_with_their_steps_once(writer: Writer, store: StoreAddress) -> None:
    marks = (
        Landmark(7, "floor", "Floor 1: the Cellars", 350),
        Landmark(7, "death", "Ann falls", 350),
    )
    later = Landmark(9, "end", "The run is lost", 900)
    writer.apply([Begun(header())])
    for _ in range(2):
        writer.apply(
            [
                Appended("r1", (StepRecord(1, (), landmarks=marks, elapsed=350),), (), 7),
                Appended("r1", (StepRecord(2, ()),), (), 8),
            ]
        )
    writer.apply([Appended("r1", (StepRecord(3, (), landmarks=(later,)),), (), 9)])
    with Reader(store) as reader:
        assert reader.landmarks("r1") == [*marks, later]
        assert reader.landmark_steps("r1") == [1, 1, 3]


def test_a_closed_run_says_why(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header()), Appended("r1", varied(1, 9), (), 9)])
    writer.apply([RunClosed("r1", Ending("abandoned", "nobody was here for long"))])
    with Reader(store) as reader:
        (info,) = reader.runs()
    assert (info.state, info.reason, info.ticks) == ("abandoned", "nobody was here for long", 9)
    assert steps_in(store) == list(varied(1, 9))


def test_settings_of_a_run_that_somebody_else_deleted_are_left_out(
    writer: Writer, store: StoreAddress
) -> None:
    writer.apply([Begun(header("r1")), Begun(header("r2")), RunClosed("r2", Ending("ended"))])
    writer.apply([SettingsSaved("r2", b"first")])
    with closing(Writer(store)) as operator:
        operator.apply([Deleted("r2")])
        for write in tidying(store):
            operator.apply([write])
    writer.apply([SettingsSaved("r2", b"second"), Appended("r1", ticks(1, 3), (), 3)])
    assert counts(store)["settled"] == 0
    writer.apply([Begun(header("r3"))])  # It takes the number that is free again.
    with Reader(store) as reader:
        assert reader.settled("r3") == b""
    assert steps_in(store) == list(ticks(1, 3))


def test_another_writer_goes_on_where_the_first_ended(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header()), Appended("r1", ticks(1, 5), (), 5)])
    writer.close()
    again = Writer(store)
    again.apply([Appended("r1", ticks(6, 5), (), 10)])
    again.close()
    assert steps_in(store) == list(ticks(1, 10))


def test_a_transaction_with_a_fault_writes_nothing(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header()), Appended("r1", ticks(1, 3), (), 3)])
    fault = Appended("r1", (*ticks(7, 1), *ticks(9, 1)), (), 9)
    with pytest.raises(ValueError, match="step 9 after step 7"):
        writer.apply([Appended("r1", ticks(4, 3), (), 6), fault])
    assert steps_in(store) == list(ticks(1, 3))
    writer.apply([Appended("r1", ticks(4, 1), (), 4)])
    assert steps_in(store) == list(ticks(1, 4))


def test_a_full_disk_writes_nothing_and_the_same_can_be_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = open_to_write(tmp_path)  # A connection's own limit of pages is its disk.
    monkeypatch.setattr("undertide_server.store.writer.open_to_write", lambda _: connection)
    writer = Writer(tmp_path)
    writer.apply([Begun(header()), Appended("r1", ticks(1, 3), (), 3)])
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    noise = Random(1).randbytes(500_000).hex()
    large = Kept("r1", 3, 3, KeptState(state(noise)))
    with pytest.raises(StoreFaultError, match="full"):
        writer.apply([Appended("r1", ticks(4, 2), (), 5), large])
    assert steps_in(tmp_path) == list(ticks(1, 3))
    connection.execute("PRAGMA max_page_count = 1000000")
    writer.apply([Appended("r1", ticks(4, 2), (), 5), large])
    assert steps_in(tmp_path) == list(ticks(1, 5))
    writer.close()


def test_what_was_written_although_its_acknowledgement_was_lost_is_not_written_twice(
    writer: Writer, store: StoreAddress
) -> None:
    whole = (StepRecord(1, (), "aa"), *varied(2, 3 * FOLD))
    for _ in range(2):
        writer.apply([Begun(header()), Appended("r1", whole, (), 7)])
    writer.apply([Appended("r1", (whole[-1], *ticks(2 + 3 * FOLD, 1)), (), 8)])
    assert steps_in(store) == [StepRecord(1, ()), *whole[1:], *ticks(2 + 3 * FOLD, 1)]
    with Reader(store) as reader:
        assert (reader.info("r1").steps, reader.info("r1").ticks) == (2 + 3 * FOLD, 8)


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_clock_that_jumps_back_changes_no_order(
    writer: Writer, store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    for run, moment in (("r1", 2e9), ("r2", 1e9)):
        monkeypatch.setattr(time, "time", lambda moment=moment: moment)
        writer.apply([Begun(header(run)), Appended("r1", ticks(1, 3), (), 3)])
    writer.apply([Appended("r1", ticks(4, 3), (), 6), RunClosed("r1", Ending("ended", "won"))])
    with Reader(store) as reader:
        assert [(info.run, info.begun) for info in reader.runs()] == [("r1", 2e9), ("r2", 1e9)]
    assert steps_in(store) == list(ticks(1, 6))


def test_no_two_runs_have_one_name(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header())])
    with pytest.raises(ConstraintError):
        writer.apply([Begun(replace(header(), seed=bytes(16)))])


def test_a_run_that_was_set_aside_can_be_live_again(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header()), RunClosed("r1", Ending("aside", "other rules")), Reopened("r1")])
    with Reader(store) as reader:
        info = reader.info("r1")
    assert (info.state, info.reason, info.closed) == ("live", "", None)


def test_nothing_of_a_deleted_run_stays_and_nothing_of_others_goes(
    writer: Writer, store: StoreAddress
) -> None:
    seat = SeatRecord(0, "Ann", (b"a",))
    anns = encode_settings(SessionSettings(accounts={0: "ann"}))
    for run in ("r1", "r2"):
        writer.apply([Begun(header(run), anns)])
        writer.apply([Appended(run, varied(1, 2 * FOLD), (seat,), 1)])
        marked = StepRecord(
            2 * FOLD + 1,
            (),
            "aa",
            landmarks=(Landmark(1, "end", "it ends"),),
            chronicles=(ChronicleRecord(1, "warden", 2, b"life"),),
        )
        writer.apply([Appended(run, (marked,), (), 1)])
        writer.apply([Kept(run, 1, 1, KeptState(state("one"), logs={0: b"log"}))])
        writer.apply([Said(run, (ChatLine(1, b"hello"),))])
        writer.apply([Renewed(run, RulesStretch(2, Snapshot(1, b"one")))])
        writer.apply([Rendered(run, 1, 9, 9, b"facts", {0: b"party", 5: b"hero"}, 900)])
        writer.apply([Unrendered(run, 2, "room")])
    before = counts(store)
    writer.apply([Deleted("r1")])
    for write in tidying(store):
        writer.apply([write])
    assert {table: count * 2 for table, count in counts(store).items()} == before
    assert all(before.values())
    with Reader(store) as reader:
        assert reader.header("r2") == header("r2")
    writer.apply([Deleted("r2")])
    connection = open_to_read(store)
    assert connection.execute("SELECT count(*) FROM contents").fetchone() == (0,)
    connection.close()


def counts(folder: StoreAddress) -> dict[str, int]:
    """Return the rows of each table that holds what belongs to one run."""
    connection = open_to_read(folder)
    found = {
        table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for table in (*PARTS, *DERIVED)
    }
    connection.close()
    return found


def kept_talk(folder: StoreAddress) -> tuple[dict[int, bytes], list[int]]:
    """Return the logs of a run, and the numbers of the lines of its chat."""
    with Reader(folder) as reader:
        return reader.logs("r1"), [line.number for line in reader.chat("r1")]


def test_only_the_latest_lines_of_chat_stay(writer: Writer, store: StoreAddress) -> None:
    lines = [ChatLine(number, b"line %d" % number) for number in range(1, CHAT_LINES + 6)]
    writer.apply([Begun(header()), Said("r1", tuple(lines[:40]))])
    writer.apply([Said("r1", tuple(lines[40:]))])
    assert kept_talk(store)[1] == list(range(6, CHAT_LINES + 6))
    with Reader(store) as reader:
        assert reader.chat("r1") == lines[5:]


def test_the_logs_of_the_latest_snapshot_stand_alone(writer: Writer, store: StoreAddress) -> None:
    writer.apply([Begun(header()), Appended("r1", ticks(1, 2), (), 2)])
    for step, logs in ((1, {0: b"party", 5: b"Ann"}), (2, {0: b"later"})):
        writer.apply([Kept("r1", step, step, KeptState(state("x"), logs=logs))])
    assert kept_talk(store)[0] == {0: b"later"}


@pytest.mark.parametrize(
    ("ending", "stays"), [("ended", False), ("abandoned", False), ("aside", True)]
)
def test_logs_and_chat_are_erased_with_their_session(
    writer: Writer, store: StoreAddress, ending: RunState, stays: bool
) -> None:
    kept = KeptState(state("x"), logs={0: b"log"})
    writer.apply([Begun(header()), Appended("r1", ticks(1, 2), (), 2)])
    writer.apply([Kept("r1", 2, 2, kept), Said("r1", (ChatLine(1, b"a"),))])
    writer.apply([RunClosed("r1", Ending(ending))])
    assert kept_talk(store) == (({0: b"log"}, [1]) if stays else ({}, []))


@pytest.mark.parametrize("length", [1, 5, FOLD - 1, FOLD, FOLD + 7])
def test_the_checksum_of_the_open_steps_holds_however_they_were_written(
    writer: Writer, store: StoreAddress, length: int
) -> None:
    writer.apply([Begun(header())])
    steps = (*varied(1, length), *ticks(length + 1, 3, branch=7))
    for at in range(0, len(steps), 100):
        for first in range(at, min(at + 100, len(steps)), 20):
            writer.apply([Appended("r1", steps[first : first + 20], (), first)])
        another = Writer(store)  # It knows nothing of the run yet.
        another.apply([Appended("r1", steps[at : at + 100], (), at)])
        another.close()
        with Reader(store) as reader:
            reader.check_end("r1")
    writer.apply([RunClosed("r1", Ending("ended", "won"))])
    with Reader(store) as reader:
        reader.check_end("r1")
        assert list(reader.steps("r1")) == list(steps)


def test_a_writer_writes_to_an_open_connection_and_closes_it(store: StoreAddress) -> None:
    connection = open_to_write(store)
    writer = Writer(connection)
    writer.apply([Begun(header())])
    writer.close()
    with Reader(store) as reader:
        assert reader.has("r1")
    with pytest.raises(StoreError):
        connection.execute("SELECT 1")
