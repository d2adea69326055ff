"""Damaged pages, indexes and tables of a database are told apart."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.kept_runs import header, varied
from undertide_server.store.database import FILE
from undertide_server.store.engine.sqlite.connection import connect
from undertide_server.store.engine.sqlite.integrity import has_stale_indexes, readable_values
from undertide_server.store.errors import DamagedDatabaseError
from undertide_server.store.opening import open_to_read
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
)

PAGE = 4096


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
