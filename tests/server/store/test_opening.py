"""The runs of a folder are opened to write to them, or to read them as they are at one moment."""

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.kept_runs import header
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.engine.faults import NoEngineError
from undertide_server.store.errors import FolderInUseError
from undertide_server.store.opening import compact, held, open_to_read, open_to_write
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun
from undertide_shared import extras

HOLDER = """
import sys
from pathlib import Path
from undertide_server.store.opening import held
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


COUNT = "SELECT count(*) FROM runs"


def test_a_reader_sees_one_moment_while_another_connection_writes(tmp_path: Path) -> None:
    with closing(open_to_write(tmp_path)) as connection:
        with closing(open_to_read(tmp_path)) as reader:
            assert reader.execute(COUNT).fetchone() == (0,)
            Writer(connection).apply([Begun(header())])
            assert reader.execute(COUNT).fetchone() == (0,)
        with closing(open_to_read(tmp_path)) as reader:
            assert reader.execute(COUNT).fetchone() == (1,)


def test_a_folder_without_runs_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there are no runs in"):
        open_to_read(tmp_path)


def test_a_compacted_folder_has_no_free_space(tmp_path: Path) -> None:
    with closing(open_to_write(tmp_path)) as connection:
        connection.execute("CREATE TABLE waste (data BLOB)")
        connection.execute("INSERT INTO waste VALUES (zeroblob(100000))")
        connection.execute("DROP TABLE waste")
        assert connection.space().free > 0
    compact(tmp_path)
    with closing(open_to_read(tmp_path)) as reader:
        assert reader.space().free == 0


def test_the_runs_of_a_database_are_opened_likewise(postgres_url: str) -> None:
    address = PostgresAddress(postgres_url)
    with closing(open_to_write(address)) as connection:
        with closing(open_to_read(address)) as reader:
            connection.execute("INSERT INTO leftovers VALUES (1)")
            assert reader.execute("SELECT * FROM leftovers").fetchall() == []
        with closing(open_to_read(address)) as reader:
            assert reader.execute("SELECT * FROM leftovers").fetchall() == [(1,)]


@pytest.mark.parametrize("open_it", [open_to_write, open_to_read])
def test_a_database_without_the_extra_says_what_to_install(
    open_it: Callable[[StoreAddress], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _name: None)
    with pytest.raises(NoEngineError, match=re.escape("pip install 'undertide[cluster]'")):
        open_it(PostgresAddress("postgresql://127.0.0.1:1/game"))
