"""Files and folders that only their owner can read."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from undertide_server.util.private_files import (
    make_private_file,
    make_private_folder,
    open_to_others,
    write_private_file,
)

TRY_LOCK = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB)"


@pytest.fixture(autouse=True)
def _lax() -> Iterator[None]:
    """Let this process give everybody every right."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_is_its_owners_and_an_old_one_stays_as_it_is(tmp_path: Path) -> None:
    file = make_private_file(tmp_path / "new")
    assert rights(file) == 0o600
    file.write_bytes(b"kept")
    file.chmod(0o640)
    assert make_private_file(file).read_bytes() == b"kept"
    assert rights(file) == 0o640


def test_a_new_folder_is_its_owners(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "where"
    for _ in range(2):
        make_private_folder(folder)
    assert rights(folder) == 0o700


def test_a_file_that_replaces_an_open_one_is_its_owners(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_bytes(b"something longer")
    write_private_file(file, b"seed")
    assert (rights(file), file.read_bytes()) == (0o600, b"seed")


def test_what_others_can_reach(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "open").touch()
    make_private_file(folder / "private")
    names = ("open", "private", "missing")
    assert open_to_others(folder, names) == [folder, folder / "open"]
    folder.chmod(0o700)
    assert open_to_others(folder, names) == []


def test_a_file_that_exists_keeps_the_locks_of_this_process(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    file = make_private_file(tmp_path / "file")
    with file.open("r+b") as opened:
        fcntl.lockf(opened, fcntl.LOCK_EX)
        make_private_file(file)
        assert not can_lock(file)
    assert can_lock(file)


def can_lock(file: Path) -> bool:
    """Return whether another process can lock a file."""
    command = [sys.executable, "-c", TRY_LOCK, str(file)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
