"""What a start mends, and the view of it that changes nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.damaged_folders import contents
from support.sessions.kept_runs import BACK_TO_THIRD, header
from undertide_server.store.database import FILE, TABLES
from undertide_server.store.engine.sqlite.mending import as_mended, mend
from undertide_server.store.errors import WrongSchemaError
from undertide_server.store.reader import Reader
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    writer = Writer(tmp_path)
    writer.apply([Begun(header("aaaaaaaa"))])
    writer.close()
    return tmp_path


def damage_name(folder: Path) -> None:
    """Flip a bit of a run's name in the table; its index has the old name."""
    data = bytearray((folder / FILE).read_bytes())
    data[data.find(b"aaaaaaaa")] ^= 2
    (folder / FILE).write_bytes(data)


def test_a_sound_database_needs_no_mending(folder: Path) -> None:
    before = contents(folder)
    assert not mend(folder / FILE, TABLES)
    assert contents(folder) == before
    assert not mend(folder / "missing" / FILE, TABLES)


def test_a_run_with_a_damaged_name_is_found_by_the_name_that_it_has_now(folder: Path) -> None:
    damage_name(folder)
    assert mend(folder / FILE, TABLES)
    with Reader(folder) as reader:
        (info,) = reader.runs()
        assert info.run != "aaaaaaaa"
        assert reader.header(info.run).session == "abcde"


def test_the_view_shows_what_mending_would_do_and_changes_nothing(folder: Path) -> None:
    damage_name(folder)
    before = contents(folder)
    with as_mended(folder / FILE, TABLES) as connection, Reader(connection) as reader:
        (info,) = reader.runs()
        assert reader.has(info.run)
    assert contents(folder) == before


def test_the_view_brings_older_tables_up_to_date(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.executescript(f"{BACK_TO_THIRD} DROP TABLE settled; PRAGMA user_version = 2;")
    before = contents(folder)
    with as_mended(folder / FILE, TABLES) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (TABLES.version,)
    assert contents(folder) == before


def test_tables_of_a_later_version_are_told(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {TABLES.version + 1}")
    with (
        pytest.raises(WrongSchemaError, match="install the version"),
        as_mended(folder / FILE, TABLES),
    ):
        pass
