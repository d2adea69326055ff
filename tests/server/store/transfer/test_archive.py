"""A run as one file: it comes back whole, and damage is refused with its place."""

import sqlite3
import stat
import zlib
from contextlib import closing
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.sessions.kept_runs import header, state, ticks, varied
from undertide_server.content.records.ruleset import hash_of
from undertide_server.store.database import FILE
from undertide_server.store.errors import DamagedFileError, DamagedRunError, RunExistsError
from undertide_server.store.reader import Reader
from undertide_server.store.records import (
    ChatLine,
    Ending,
    Header,
    KeptState,
    RulesStretch,
    SeatRecord,
    Snapshot,
    StepRecord,
)
from undertide_server.store.renders import Rendered, RenderReader, Unrendered
from undertide_server.store.steps import FOLD
from undertide_server.store.transfer.archive import (
    BEFORE_CHRONICLES,
    BEFORE_ELAPSED,
    BEFORE_LOGS,
    BEFORE_RENDERS,
    BEFORE_SETTLED,
    MAGIC,
    export_run,
    import_run,
    with_real_time,
)
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Kept, Renewed, RunClosed, Said
from undertide_shared.messages import Landmark

LENGTH = 2 * FOLD + 1
NEW_COLUMNS = {b"moments": 1, b"landmarks": 1, b"renders": 1, b"stretches": 2}
"""The columns at the end of these tables that tell real time."""


def whole(run: str = "r1") -> Header:
    content = b'{"what": "it plays by"}'
    plain = header(run)
    return Header(
        plain.run,
        plain.session,
        plain.preset,
        plain.pace,
        plain.seed,
        plain.rules,
        hash_of(content),
        content,
    )


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A file with a run of which everything is kept."""
    source = tmp_path / "source"
    source.mkdir()
    writer = Writer(source)
    seats = (SeatRecord(0, "Ann", (b"a", b"b")),)
    won = Landmark(9, "end", "The run is won", elapsed=1250)
    last = StepRecord(LENGTH, (), "aa", b"marks", (won,), elapsed=1250)
    writer.apply([Begun(whole("other")), Begun(whole(), b"settled")])
    writer.apply([Appended("r1", (*varied(1, 2 * FOLD), last), seats, 9)])
    for step, word in ((9, "nine"), (LENGTH, "last")):
        kept = KeptState(state(word, {2: "cellar"}), logs={0: b"log"})
        writer.apply([Kept("r1", step, step, kept)])
    writer.apply([Said("r1", (ChatLine(1, b"hello"),)), RunClosed("r1", Ending("aside", "why"))])
    writer.apply([Renewed("r1", RulesStretch(2, Snapshot(5, b"five")))])
    writer.apply(
        [Rendered("r1", 1, 9, 9, b"facts", {0: b"party"}, 450), Unrendered("r1", 2, "room")]
    )
    writer.close()
    file = tmp_path / "run"
    export_run(source, "r1", file)
    return file


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "target"
    folder.mkdir()
    Writer(folder).close()
    return folder


def test_everything_comes_back(exported: Path, target: Path) -> None:
    assert import_run(target, exported) == "r1"
    with Reader(target) as ours, Reader(exported.parent / "source") as theirs:
        assert ours.runs() == [theirs.info("r1")]
        for read in (
            Reader.header,
            Reader.rules_stretches,
            Reader.seats,
            Reader.hashes,
            Reader.landmarks,
        ):
            assert read(ours, "r1") == read(theirs, "r1")
        assert ours.moments("r1") == theirs.moments("r1")
        for step, *_ in ours.moments("r1"):
            assert ours.snapshot("r1", step) == theirs.snapshot("r1", step)
        assert list(ours.steps("r1")) == list(theirs.steps("r1"))
        assert ours.marks("r1", LENGTH) == b"marks"
        assert ours.settled("r1") == b"settled"
        assert (ours.logs("r1"), ours.chat("r1")) == ({0: b"log"}, [ChatLine(1, b"hello")])


def test_renders_come_back_with_their_run(exported: Path, target: Path) -> None:
    import_run(target, exported)
    with RenderReader(target) as reader:
        assert reader.rendered("r1") == [(1, 9, 9, 450)]
        assert (reader.facts("r1", 1), reader.view("r1", 1, 0)) == (b"facts", b"party")
        assert reader.why_unrendered("r1") == "room"
        assert reader.render_room("r1").of_run == len(b"facts") + len(b"party")


def without_real_time(data: bytes) -> bytes:
    """Return the parts of a file as they were before real time was noted."""
    source = BytesIO(data[len(MAGIC) :])
    parts: list[bytes] = []
    while head := source.readline():
        name, size, _ = head.split()
        plain = zlib.decompress(source.read(int(size)))
        if name == b"chronicles":
            continue
        if name == b"run":
            row = msgspec.msgpack.decode(plain, type=dict[str, object])
            del row["elapsed"]
            plain = msgspec.msgpack.encode(row)
        if name in NEW_COLUMNS:
            rows = msgspec.msgpack.decode(plain, type=list[list[object]])
            plain = msgspec.msgpack.encode([row[: -NEW_COLUMNS[name]] for row in rows])
        packed = zlib.compress(plain)
        digest = blake2b(packed, digest_size=16).hexdigest().encode()
        parts.append(b"%s %d %s\n" % (name, len(packed), digest) + packed)
    return b"".join(parts)


def test_a_file_from_before_real_time_was_noted_is_taken_in(exported: Path, target: Path) -> None:
    exported.write_bytes(BEFORE_ELAPSED + without_real_time(exported.read_bytes()))
    import_run(target, exported)
    with RenderReader(target) as reader:
        assert reader.info("r1").elapsed == 900
        assert reader.moments("r1") == [(9, 9, 900), (LENGTH, LENGTH, 100 * LENGTH)]
        assert [mark.elapsed for mark in reader.landmarks("r1")] == [900]
        assert reader.rendered("r1") == [(1, 9, 9, 900)]
        assert {step.elapsed for step in reader.steps("r1", after=LENGTH - 1)} == {None}


def test_a_file_from_before_chronicles_is_taken_in(exported: Path, target: Path) -> None:
    whole, head = exported.read_bytes(), b"chronicles "
    assert whole.count(head) == 1, "it is the last part"
    exported.write_bytes(BEFORE_CHRONICLES + whole[len(MAGIC) : whole.index(head)])
    import_run(target, exported)
    with RenderReader(target) as reader:
        assert reader.chronicles("r1") == []
        assert reader.info("r1").steps == LENGTH


def test_a_file_of_a_former_version_that_lacks_its_ticks_is_refused(
    exported: Path, target: Path
) -> None:
    exported.write_bytes(BEFORE_ELAPSED + exported.read_bytes()[len(MAGIC) :])
    data = without_real_time(exported.read_bytes())
    head, _, rest = data.partition(b"\n")
    size = int(head.split()[1])
    packed = zlib.compress(msgspec.msgpack.encode({"run": "r1"}))
    digest = blake2b(packed, digest_size=16).hexdigest().encode()
    run = b"run %d %s\n" % (len(packed), digest) + packed
    exported.write_bytes(BEFORE_ELAPSED + run + rest[size:])
    assert "ticks" in refusal(exported, target)


def test_a_file_from_before_renders_is_taken_in(exported: Path, target: Path) -> None:
    data = without_real_time(exported.read_bytes())
    exported.write_bytes(BEFORE_RENDERS + data[: data.index(b"renders ")])
    import_run(target, exported)
    with RenderReader(target) as reader:
        assert reader.chat("r1") == [ChatLine(1, b"hello")]
        assert reader.rendered("r1") == []


def test_a_file_from_before_anything_was_settled_is_taken_in(exported: Path, target: Path) -> None:
    data = without_real_time(exported.read_bytes())
    exported.write_bytes(BEFORE_SETTLED + data[: data.index(b"settled ")])
    import_run(target, exported)
    with Reader(target) as reader:
        assert len(list(reader.steps("r1"))) == LENGTH
        assert reader.settled("r1") == b""


def test_a_file_from_before_logs_were_stored_is_taken_in(exported: Path, target: Path) -> None:
    data = without_real_time(exported.read_bytes())
    exported.write_bytes(BEFORE_LOGS + data[: data.index(b"logs ")])
    import_run(target, exported)
    with Reader(target) as reader:
        assert reader.settled("r1") == b"settled"
        assert (reader.logs("r1"), reader.chat("r1")) == ({}, [])


def test_a_run_that_was_taken_in_goes_on(exported: Path, target: Path) -> None:
    import_run(target, exported)
    writer = Writer(target)
    writer.apply([Appended("r1", ticks(LENGTH + 1, 2), (), 11)])
    writer.close()
    with Reader(target) as reader:
        assert len(list(reader.steps("r1"))) == LENGTH + 2


def test_a_run_that_is_here_is_not_taken_in_again(exported: Path, target: Path) -> None:
    import_run(target, exported)
    with pytest.raises(RunExistsError, match="r1"):
        import_run(target, exported)
    with Reader(target) as reader:
        assert len(reader.runs()) == 1


def test_a_run_that_is_not_there_is_not_written(exported: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        export_run(tmp_path / "source", "nobody", tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def refusal(file: Path, target: Path) -> str:
    with pytest.raises(DamagedFileError) as refused:
        import_run(target, file)
    with Reader(target) as reader:
        assert reader.runs() == []
    return str(refused.value)


def test_a_changed_byte_is_refused_wherever_it_is(exported: Path, target: Path) -> None:
    data = exported.read_bytes()
    for place in range(0, len(data), 23):
        changed = bytearray(data)
        changed[place] ^= 0x41
        exported.write_bytes(bytes(changed))
        assert str(exported) in refusal(exported, target)


def test_damage_is_refused_with_its_place(exported: Path, target: Path) -> None:
    data = bytearray(exported.read_bytes())
    place = data.index(b"blocks ")
    data[data.index(b"\n", place) + 5] ^= 1
    exported.write_bytes(bytes(data))
    told = refusal(exported, target)
    assert f"part 'blocks' at byte {place}: its bytes are not those that were written" in told


@pytest.mark.parametrize("kept", [0, 5, len(MAGIC), 200, -1])
def test_a_file_that_ends_early_is_refused(exported: Path, target: Path, kept: int) -> None:
    exported.write_bytes(exported.read_bytes()[:kept])
    refusal(exported, target)


def test_what_is_too_much_is_refused(exported: Path, target: Path) -> None:
    exported.write_bytes(exported.read_bytes() + b"x")
    assert "after the last part" in refusal(exported, target)


def test_a_run_without_all_its_steps_is_not_exported(exported: Path) -> None:
    source = exported.parent / "source"
    with closing(sqlite3.connect(source / FILE)) as connection, connection:
        connection.execute("DELETE FROM blocks WHERE run = 2")
    exported.unlink()
    with pytest.raises(DamagedRunError, match="step 513 where step 1 should be"):
        export_run(source, "r1", exported)
    assert not exported.exists()


def test_steps_that_are_missing_from_a_file_are_refused(
    exported: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = exported.parent / "source"
    with closing(sqlite3.connect(source / FILE)) as connection, connection:
        connection.execute("DELETE FROM blocks WHERE run = 2")
    with monkeypatch.context() as patched:
        patched.setattr("undertide_server.store.transfer.archive._check_steps", lambda *_: None)
        export_run(source, "r1", exported)
    assert "where step 1 should be" in refusal(exported, target)


def test_a_small_file_that_would_fill_the_memory_is_refused(
    exported: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from undertide_server.store.transfer import archive

    monkeypatch.setattr(archive, "MAX_PART", 40)
    assert len(zlib.decompress(zlib.compress(b"x" * 100))) > archive.MAX_PART
    assert "more than 40 bytes" in refusal(exported, target)


def test_only_its_owner_reads_a_file_and_the_databases(exported: Path, target: Path) -> None:
    for file in (exported, target / FILE):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


PARTS: dict[str, Any] = {
    "run": {"run": "r1", "ticks": 40},
    "moments": [[9, 30]],
    "landmarks": [[9, 0, 31, "end", "It ends"]],
    "stretches": [[1, 9, b"inputs"]],
    "renders": [[1, 9, 32, 5, b"facts"]],
    "seats": [[0, "Ann", b"tokens"]],
}


def brought_up(**changes: Any) -> dict[str, Any]:
    """Return the parts as this version reads them, with some of them changed before."""
    parts = {name: msgspec.msgpack.encode(part) for name, part in (PARTS | changes).items()}
    return {name: msgspec.msgpack.decode(part) for name, part in with_real_time(parts).items()}


def test_rows_end_with_the_real_time_that_ticks_stand_for() -> None:
    assert brought_up() == {
        "run": {"run": "r1", "ticks": 40, "elapsed": 4_000},
        "moments": [[9, 30, 3_000]],
        "landmarks": [[9, 0, 31, "end", "It ends", 3_100]],
        "stretches": [[1, 9, b"inputs", None, None]],
        "renders": [[1, 9, 32, 5, b"facts", 3_200]],
        "seats": [[0, "Ann", b"tokens"]],
    }


@pytest.mark.parametrize(
    "damage", [{"run": {}}, {"run": {"ticks": "many"}}, {"moments": [[9]]}, {"renders": 7}]
)
def test_other_parts_are_refused(damage: dict[str, Any]) -> None:
    with pytest.raises((LookupError, TypeError, ValueError, msgspec.MsgspecError)):
        brought_up(**damage)
