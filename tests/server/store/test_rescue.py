"""The sound runs of a damaged database, in a new folder."""

from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.damaged_folders import contents
from support.sessions.kept_runs import header, varied
from undertide_server.store.database import FILE
from undertide_server.store.engine.sqlite.integrity import has_stale_indexes
from undertide_server.store.errors import DamagedDatabaseError, RescueError
from undertide_server.store.opening import open_to_read
from undertide_server.store.reader import Reader
from undertide_server.store.rescue import rescue
from undertide_server.store.steps import FOLD
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
)

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
