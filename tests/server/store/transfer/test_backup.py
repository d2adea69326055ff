import os
import sqlite3
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.processes.waiting import LONGEST
from support.sessions.durable_host import Host, played
from undertide_server.accounts.database import FILE as ACCOUNTS
from undertide_server.accounts.database import open_accounts
from undertide_server.headless.verifying import verify
from undertide_server.store.database import FILE
from undertide_server.store.errors import BackupError, DamagedDatabaseError
from undertide_server.store.reader import Reader
from undertide_server.store.transfer.backup import UNFINISHED, back_up

OTHER = "other.db"


def with_other(folder: Path) -> None:
    """Put another database beside the runs, in use and with its log not yet taken in."""
    connection = sqlite3.connect(folder / OTHER)
    connection.execute("PRAGMA journal_mode = WAL")
    with connection:
        connection.execute("CREATE TABLE names (name TEXT)")
        connection.execute("INSERT INTO names VALUES ('Ann')")
    connection.close()


def last_step(folder: Path) -> int:
    with Reader(folder) as reader:
        return reader.runs()[0].steps


def settle(host: Host) -> None:
    """Wait until all that was played is durable."""
    while not host.session.is_settled:
        host.calls.get(timeout=LONGEST)()


def test_a_copy_has_all_that_was_durable_while_the_run_goes_on(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    folder.mkdir()
    host = Host(folder)
    host.play(20)
    settle(host)
    back_up(folder, copy)
    host.play(20)
    host.stop()
    assert last_step(copy) == 20
    assert last_step(folder) == 40


def test_copies_taken_while_steps_are_written_can_be_verified(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    host = Host(folder)
    host.play(20)
    host.keep()
    settle(host)
    with ThreadPoolExecutor(max_workers=1) as other:
        for number in range(3):
            taken = other.submit(back_up, folder, tmp_path / str(number))
            host.play(15)
            taken.result()
    host.stop()
    steps = [last_step(tmp_path / str(number)) for number in range(3)]
    assert steps == sorted(steps)
    with Reader(tmp_path / "2") as reader:
        verdict = verify(reader, host.name, REPERTOIRE)
    assert verdict.holds
    assert verdict.snapshots


def test_other_databases_come_along_if_they_are_there(tmp_path: Path) -> None:
    played(tmp_path / "data", 3)
    with_other(tmp_path / "data")
    back_up(tmp_path / "data", tmp_path / "copy", [OTHER, "none.db"])
    with closing(sqlite3.connect(tmp_path / "copy" / OTHER)) as connection:
        assert connection.execute("SELECT name FROM names").fetchall() == [("Ann",)]
    assert sorted(file.name for file in (tmp_path / "copy").iterdir()) == [OTHER, FILE]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    played(tmp_path / "data", 3)
    (tmp_path / "copy").write_text("mine")
    with pytest.raises(BackupError, match="overwrites nothing"):
        back_up(tmp_path / "data", tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "mine"


def test_a_backup_that_was_cut_short_is_told_and_left_alone(tmp_path: Path) -> None:
    played(tmp_path / "data", 3)
    (tmp_path / f"copy{UNFINISHED}").mkdir()
    with pytest.raises(BackupError, match="cut short"):
        back_up(tmp_path / "data", tmp_path / "copy")
    assert (tmp_path / f"copy{UNFINISHED}").is_dir()
    assert not (tmp_path / "copy").exists()


def test_a_damaged_database_leaves_no_copy(tmp_path: Path) -> None:
    played(tmp_path / "data", 3)
    with_other(tmp_path / "data")
    other = tmp_path / "data" / OTHER
    whole = other.read_bytes()
    other.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    with pytest.raises((BackupError, DamagedDatabaseError)):
        back_up(tmp_path / "data", tmp_path / "copy", [OTHER])
    assert [file.name for file in tmp_path.iterdir()] == ["data"]


def test_a_folder_without_runs_leaves_no_copy(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there are no runs"):
        back_up(tmp_path, tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such rights")
def test_nobody_else_may_read_a_copy(tmp_path: Path) -> None:
    played(tmp_path / "data", 3)
    open_accounts(tmp_path / "data").close()
    before = os.umask(0)
    try:
        back_up(tmp_path / "data", tmp_path / "copy", [ACCOUNTS])
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o700
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "copy").iterdir()}
    assert modes == {FILE: 0o600, ACCOUNTS: 0o600}
