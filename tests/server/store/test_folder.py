"""One server a folder: the second is told who the first is."""

import subprocess
import sys
from pathlib import Path

import pytest

from undertide_server.store.errors import FolderInUseError
from undertide_server.store.folder import held

HOLDER = """
import sys
from pathlib import Path
from undertide_server.store.folder import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    """Return a process that holds the folder until its input ends or it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_the_folder_is_made(tmp_path: Path) -> None:
    with held(tmp_path / "new" / "folder"):
        assert (tmp_path / "new" / "folder").is_dir()


def test_a_second_server_is_refused_and_told_who_the_first_is(tmp_path: Path) -> None:
    with (
        holder(tmp_path) as first,
        pytest.raises(FolderInUseError, match=f"in use by process {first.pid} on"),
    ):
        held(tmp_path).__enter__()


def test_a_killed_server_lets_go(tmp_path: Path) -> None:
    with holder(tmp_path) as first:
        first.kill()
        first.wait()
        with held(tmp_path):
            pass


def test_the_folder_can_be_held_again(tmp_path: Path) -> None:
    for _ in range(2):
        with held(tmp_path):
            pass


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(OSError, match="file"):
        held(tmp_path / "file" / "folder").__enter__()
