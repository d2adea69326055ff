"""Damaged pages, indexes and tables of a database are told apart."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.kept_runs import header, varied
from undertide_server.store.database import FILE
from undertide_server.store.engine.sqlite.connection import connect
from undertide_server.store.engine.sqlite.integrity import (
    FRAME_HEADER,
    HEADER,
    damage_of,
    has_stale_indexes,
    readable_values,
)
from undertide_server.store.errors import DamagedDatabaseError
from undertide_server.store.opening import open_to_read
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun

PAGE = 4096
FRAME = FRAME_HEADER + PAGE
STEPS = 12


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log of a writer that was killed after some transactions."""
    folder = tmp_path_factory.mktemp("live")
    writer = Writer(folder)
    writer.apply([Begun(header())])
    for step in range(1, STEPS + 1):
        writer.apply([Appended("r1", varied(step, 1), (), step)])
    data = (folder / f"{FILE}-wal").read_bytes()
    writer.close()
    return data


def damage(folder: Path, data: bytes) -> str:
    log = folder / "log"
    log.write_bytes(data)
    return damage_of(log)


def flipped(data: bytes, at: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 4
    return bytes(changed)


def test_a_log_as_it_was_written_is_sound(killed: bytes, tmp_path: Path) -> None:
    assert len(killed) > 20 * FRAME
    assert not damage(tmp_path, killed)
    assert not damage(tmp_path, b"")
    assert not damage_of(tmp_path / "missing")


def test_a_torn_end_is_no_damage(killed: bytes, tmp_path: Path) -> None:
    for lost in (1, PAGE // 2, FRAME - 1):
        assert not damage(tmp_path, killed[:-lost])
        assert not damage(tmp_path, killed[:-lost] + bytes(lost))


def test_a_flipped_bit_anywhere_before_the_last_transaction_is_found(
    killed: bytes, tmp_path: Path
) -> None:
    for frame in (0, 3, 10):
        for place in (0, 4, 8, 12, 16, 20, FRAME_HEADER + 1, FRAME - 1):
            at = HEADER + frame * FRAME + place
            assert f"frame {frame + 1} of" in damage(tmp_path, flipped(killed, at)), (frame, place)


def test_a_damaged_header_is_found(killed: bytes, tmp_path: Path) -> None:
    for at in range(HEADER):
        assert "first bytes" in damage(tmp_path, flipped(killed, at))


def test_frames_from_before_the_log_began_anew_are_no_damage(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.apply([Begun(header())])
    for step in range(1, STEPS + 1):
        writer.apply([Appended("r1", varied(step, 1), (), step)])
    log, copy = tmp_path / f"{FILE}-wal", tmp_path / "copy"
    before = log.stat().st_size
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
    writer.apply([Appended("r1", varied(STEPS + 1, 1), (), STEPS + 1)])
    shutil.copy(log, copy)
    writer.close()
    assert copy.stat().st_size == before
    assert not damage_of(copy)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    writer = Writer(tmp_path)
    for run in ("aaaaaaaa", "bbbbbbbb"):
        writer.apply([Begun(header(run)), Appended(run, varied(1, 50), (), 50)])
    writer.close()
    return tmp_path / FILE


def change(file: Path, edit: Callable[[bytearray], None]) -> None:
    data = bytearray(file.read_bytes())
    edit(data)
    file.write_bytes(data)


def rename(data: bytearray, *, first: bool) -> None:
    """Change a run's name in one of the two places where it stands."""
    at = data.find(b"aaaaaaaa") if first else data.rfind(b"aaaaaaaa")
    data[at] ^= 2


def test_a_sound_database(file: Path) -> None:
    assert not has_stale_indexes(file)


@pytest.mark.parametrize("first", [True, False])
def test_a_flipped_bit_in_a_name_makes_its_index_stale(file: Path, first: bool) -> None:
    change(file, lambda data: rename(data, first=first))
    assert has_stale_indexes(file)
    with closing(connect(file, file)) as connection:
        connection.rebuild_indexes()
    assert not has_stale_indexes(file)


def test_two_rows_of_one_name_can_not_be_indexed(file: Path) -> None:
    change(file, lambda data: data.__setitem__(slice(None), data.replace(b"aaaaaaaa", b"bbbbbbbb")))
    with (
        closing(connect(file, file)) as connection,
        pytest.raises(DamagedDatabaseError, match="two of its rows have the same key"),
    ):
        connection.rebuild_indexes()


@pytest.mark.parametrize("page", range(1, 4))
def test_a_zeroed_page_is_told_with_the_file_and_a_remedy(file: Path, page: int) -> None:
    change(file, lambda data: data.__setitem__(slice(page * PAGE, (page + 1) * PAGE), bytes(PAGE)))
    with pytest.raises(DamagedDatabaseError, match="undertide runs rescue") as told:
        has_stale_indexes(file)
    assert str(file) in str(told.value)


def test_a_file_that_is_no_database_is_told(file: Path) -> None:
    file.write_bytes(b"no database" * 1000)
    with pytest.raises(DamagedDatabaseError, match="file is not a database"):
        has_stale_indexes(file)


def test_a_damaged_log_is_told(file: Path) -> None:
    log = file.with_name(f"{FILE}-wal")
    log.write_bytes(b"no log" * 1000)
    with pytest.raises(DamagedDatabaseError, match="first bytes") as told:
        has_stale_indexes(file)
    assert str(log) in str(told.value)


def test_a_table_of_another_name_is_told(file: Path) -> None:
    change(file, lambda data: data.__setitem__(slice(None), data.replace(b"seats", b"sezts")))
    with pytest.raises(DamagedDatabaseError, match="its table 'seats' has no 'name'"):
        open_to_read(file.parent)


@pytest.mark.parametrize("first", [True, False])
def test_what_a_damaged_page_hides_is_found_on_the_other_way(tmp_path: Path, first: bool) -> None:
    file = tmp_path / "some.db"
    names = {f"thing {number:0100}" for number in range(1000)}
    with closing(connect(file, file)) as connection:
        connection.execute("CREATE TABLE things (name TEXT UNIQUE)")
        with connection.transaction():
            connection.executemany("INSERT INTO things VALUES (?)", [(name,) for name in names])
    data = bytearray(file.read_bytes())
    lost = f"thing {500:0100}".encode()
    page = (data.find(lost) if first else data.rfind(lost)) // PAGE
    data[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    file.write_bytes(data)
    with closing(connect(file, file)) as connection:
        assert sorted(readable_values(connection, "things", "name")) == sorted(names)
