"""The sound runs of a damaged database, in a new folder."""

import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from support.sessions.damaged_folders import contents
from support.sessions.kept_runs import header, varied
from undertide_server.store.database import FILE
from undertide_server.store.engine.sqlite.integrity import has_stale_indexes
from undertide_server.store.errors import DamagedDatabaseError, RescueError
from undertide_server.store.opening import open_to_read
from undertide_server.store.reader import Reader
from undertide_server.store.steps import FOLD
from undertide_server.store.transfer.rescue import SUFFIXES, rescue, set_aside
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun

PAGE = 4096


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two runs of which one has pages of its own: random inputs take much room."""
    folder = tmp_path / "data"
    folder.mkdir()
    writer = Writer(folder)
    writer.apply([Begun(header("large")), Appended("large", varied(1, FOLD * 30), (), 9)])
    writer.apply([Begun(header("small")), Appended("small", varied(1, 3), (), 3)])
    writer.close()
    return folder


def test_all_runs_of_a_sound_folder_are_saved(folder: Path, tmp_path: Path) -> None:
    before = contents(folder)
    rescued = rescue(folder, tmp_path / "new")
    assert (rescued.saved, rescued.left) == (["large", "small"], {})
    assert contents(folder) == before
    with Reader(folder) as old, Reader(tmp_path / "new") as new:
        assert new.runs() == old.runs()
        for run in rescued.saved:
            assert list(new.steps(run)) == list(old.steps(run))


def test_a_run_on_a_damaged_page_is_left_out_with_its_problem(folder: Path, tmp_path: Path) -> None:
    with closing(open_to_read(folder)) as connection:
        (block,) = connection.execute("SELECT max(data) FROM blocks").fetchone()
    data = bytearray((folder / FILE).read_bytes())
    at = data.find(block[:50]) // PAGE * PAGE
    data[at : at + PAGE] = bytes(PAGE)
    (folder / FILE).write_bytes(data)
    with pytest.raises(DamagedDatabaseError):
        has_stale_indexes(folder / FILE)
    rescued = rescue(folder, tmp_path / "new")
    assert rescued.saved == ["small"]
    assert list(rescued.left) == ["large"]
    assert rescued.left["large"]
    assert not has_stale_indexes(tmp_path / "new" / FILE)


def test_nothing_is_overwritten(folder: Path) -> None:
    with pytest.raises(RescueError, match="already exists"):
        rescue(folder, folder)


def test_a_file_without_a_readable_run_is_told(folder: Path, tmp_path: Path) -> None:
    (folder / FILE).write_bytes(b"no database" * 1000)
    with pytest.raises(RescueError, match="restore a backup"):
        rescue(folder, tmp_path / "new")
    assert not (tmp_path / "new").exists()


NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def test_the_files_of_a_database_move_into_a_private_folder_and_others_stay(tmp_path: Path) -> None:
    for suffix in SUFFIXES:
        (tmp_path / f"{FILE}{suffix}").write_text(suffix)
    (tmp_path / "other").touch()
    aside = set_aside(tmp_path, NOW)
    assert aside == tmp_path / "damaged-2026-03-04-050607-000000"
    assert {file.name: file.read_text() for file in aside.iterdir()} == {
        f"{FILE}{suffix}": suffix for suffix in SUFFIXES
    }
    assert stat.S_IMODE(aside.stat().st_mode) == 0o700
    assert {file.name for file in tmp_path.iterdir()} == {"other", aside.name}


def test_files_that_are_missing_are_passed_over(tmp_path: Path) -> None:
    assert list(set_aside(tmp_path, NOW).iterdir()) == []
