"""Reading without a change, also where nothing can be written."""

import shutil
from pathlib import Path

import pytest

from support.sessions.damaged_folders import contents
from support.sessions.kept_runs import header, varied
from undertide_server.store.database import FILE
from undertide_server.store.engine.sqlite.unchanged import (
    connect_to_read_only_media,
    copy_of,
    opened_unchanged,
)
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun

STEPS = "SELECT step FROM runs"


@pytest.fixture
def writer(tmp_path: Path) -> Writer:
    """A writer with one run, whose later steps are in the log alone."""
    (tmp_path / "data").mkdir()
    writer = Writer(tmp_path / "data")
    writer.apply([Begun(header())])
    writer.apply([Appended("r1", varied(1, 3), (), 3)])
    return writer


def killed(tmp_path: Path, *, memory: bool) -> Path:
    """Return the folder as a kill would leave it, perhaps without the shared memory."""
    copy = tmp_path / "killed"
    shutil.copytree(tmp_path / "data", copy)
    if not memory:
        (copy / f"{FILE}-shm").unlink()
    return copy


@pytest.mark.parametrize("memory", [True, False])
def test_what_a_killed_server_left_is_read_with_its_log(
    writer: Writer, tmp_path: Path, memory: bool
) -> None:
    folder = killed(tmp_path, memory=memory)
    writer.close()
    before = contents(folder)
    with opened_unchanged(folder / FILE) as connection:
        assert connection.execute(STEPS).fetchone() == (3,)
    assert contents(folder) == before


def test_what_a_stopped_server_left_is_read_without_a_new_file(
    writer: Writer, tmp_path: Path
) -> None:
    writer.close()
    before = contents(tmp_path / "data")
    with opened_unchanged(tmp_path / "data" / FILE) as connection:
        assert connection.execute(STEPS).fetchone() == (3,)
    assert contents(tmp_path / "data") == before
    assert before.keys() == {FILE, "undertide.queue"}


def test_a_database_that_is_written_to_is_read_as_it_was_at_one_moment(
    writer: Writer, tmp_path: Path
) -> None:
    with opened_unchanged(tmp_path / "data" / FILE) as connection:
        assert connection.execute(STEPS).fetchone() == (3,)
        writer.apply([Appended("r1", varied(4, 1), (), 4)])
        assert connection.execute(STEPS).fetchone() == (3,)
    writer.close()


def test_a_copy_is_free_to_change(writer: Writer, tmp_path: Path) -> None:
    with opened_unchanged(tmp_path / "data" / FILE) as connection:
        copy = copy_of(connection)
        copy.execute("UPDATE runs SET step = 9")
        assert copy.execute(STEPS).fetchone() == (9,)
        assert connection.execute(STEPS).fetchone() == (3,)
        copy.close()
    writer.close()


@pytest.mark.parametrize("memory", [True, False])
def test_read_only_media_show_the_last_transaction(
    writer: Writer, tmp_path: Path, memory: bool
) -> None:
    folder = killed(tmp_path, memory=memory)
    writer.close()
    before = contents(folder)
    connection = connect_to_read_only_media(folder / FILE)
    assert connection.execute(STEPS).fetchone() == (3,)
    connection.close()
    assert contents(folder) == before
