"""The journal of a server: who may open it, and what becomes of a damaged one."""

from pathlib import Path

import pytest

from support.sessions.durable_host import played
from undertide_server.journals import journal_of
from undertide_server.store.database import FILE
from undertide_server.store.errors import DamagedDatabaseError, FolderInUseError
from undertide_server.store.reader import Reader


def spoil(folder: Path) -> None:
    """Write over pages in the middle of a folder's database."""
    data = bytearray((folder / FILE).read_bytes())
    middle = len(data) // 8192 * 4096
    data[middle : middle + 8192] = b"\xa5" * 8192
    (folder / FILE).write_bytes(data)


def asides(folder: Path) -> list[Path]:
    return list(folder.glob("damaged-*"))


async def test_one_server_has_a_folder(tmp_path: Path) -> None:
    faults: list[Exception] = []
    with (
        journal_of(tmp_path, faults.append),
        pytest.raises(FolderInUseError, match="in use by process"),
        journal_of(tmp_path, faults.append),
    ):
        pass


async def test_damaged_runs_of_a_player_are_named_and_set_aside(tmp_path: Path) -> None:
    played(tmp_path, 3)
    spoil(tmp_path)
    damage = (tmp_path / FILE).read_bytes()
    told: list[str] = []
    faults: list[Exception] = []
    with journal_of(tmp_path, faults.append, told.append), Reader(tmp_path) as reader:
        assert reader.runs() == []
    (aside,) = asides(tmp_path)
    assert (aside / FILE).read_bytes() == damage
    (line,) = told
    assert line.startswith("The saved runs are damaged (")
    assert line.endswith(f"They were set aside in {aside}.")
    assert "\n" not in line


async def test_damaged_runs_of_an_operator_stop_the_server(tmp_path: Path) -> None:
    played(tmp_path, 3)
    spoil(tmp_path)
    faults: list[Exception] = []
    with pytest.raises(DamagedDatabaseError), journal_of(tmp_path, faults.append):
        pass
    assert asides(tmp_path) == []
