"""The room that runs take is that of their file, without what is free in it."""

import shutil
from pathlib import Path

import pytest

from support.sessions.kept_runs import header
from undertide_server.store.database import FILE
from undertide_server.store.disk_usage import disk_usage
from undertide_server.store.opening import open_to_write
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Begun,
)


def test_what_is_free_in_the_file_is_told_apart(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.apply([Begun(header())])
    writer.close()
    before = disk_usage(tmp_path)
    connection = open_to_write(tmp_path)
    connection.execute("CREATE TABLE waste (data BLOB)")
    connection.execute("INSERT INTO waste VALUES (zeroblob(100000))")
    connection.execute("DROP TABLE waste")
    connection.close()
    usage = disk_usage(tmp_path)
    assert usage.kept + usage.reusable == (tmp_path / FILE).stat().st_size
    assert usage.kept - before.kept < 10_000
    assert usage.reusable - before.reusable > 90_000
    assert usage.free is not None
    assert 0 < usage.free <= shutil.disk_usage(tmp_path).total


def test_a_folder_without_runs_has_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        disk_usage(tmp_path)
