"""The folder of a server: who may open it, what becomes of damage, and the server as a node."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.durable_host import played
from support.sessions.kept_runs import header
from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.startup.journals import journal_of, node_of, opened_folder
from undertide_server.store.database import FILE
from undertide_server.store.errors import DamagedDatabaseError, FolderInUseError, WrongSchemaError
from undertide_server.store.leases import Node
from undertide_server.store.ownership import Owned, opened_ownership
from undertide_server.store.reader import Reader
from undertide_server.store.writer import Writer


def spoil(folder: Path) -> None:
    """Write over pages in the middle of a folder's database."""
    data = bytearray((folder / FILE).read_bytes())
    middle = len(data) // 8192 * 4096
    data[middle : middle + 8192] = b"\xa5" * 8192
    (folder / FILE).write_bytes(data)


def asides(folder: Path) -> list[Path]:
    return list(folder.glob("damaged-*"))


def test_one_server_has_a_folder(tmp_path: Path) -> None:
    with (
        opened_folder(tmp_path),
        pytest.raises(FolderInUseError, match="in use by process"),
        opened_folder(tmp_path),
    ):
        pass


def test_damaged_runs_of_a_player_are_named_and_set_aside(tmp_path: Path) -> None:
    played(tmp_path, 3)
    spoil(tmp_path)
    damage = (tmp_path / FILE).read_bytes()
    told: list[str] = []
    with opened_folder(tmp_path, told.append):
        Writer(tmp_path).close()
        with Reader(tmp_path) as reader:
            assert reader.runs() == []
    (aside,) = asides(tmp_path)
    assert (aside / FILE).read_bytes() == damage
    (line,) = told
    assert line.startswith("The saved runs are damaged (")
    assert line.endswith(f"They were set aside in {aside}.")
    assert "\n" not in line


def test_damaged_runs_of_an_operator_stop_the_server(tmp_path: Path) -> None:
    played(tmp_path, 3)
    spoil(tmp_path)
    with pytest.raises(DamagedDatabaseError), opened_folder(tmp_path):
        pass
    assert asides(tmp_path) == []


async def test_a_server_is_a_node_of_its_folder_until_it_ends(tmp_path: Path) -> None:
    faults: list[Exception] = []
    with opened_folder(tmp_path), node_of(tmp_path, faults.append) as node:
        assert node is not None
        with journal_of(tmp_path, faults.append, node.id) as journal:
            journal.begin(header("r1", "abcde"))
        with opened_ownership(tmp_path) as ownership:
            assert [each.id for each in ownership.nodes()] == [node.id]
            assert ownership.owned() == [Owned("r1", "abcde", node.id, 0)]
    with opened_ownership(tmp_path) as ownership:
        assert ownership.nodes() == ()
        ownership.register(Node("crashed-1", "", b"", 1, "1"))
    with opened_folder(tmp_path), node_of(tmp_path, faults.append) as again:
        assert again is not None
        with opened_ownership(tmp_path) as ownership:
            assert [each.id for each in ownership.nodes()] == [again.id], "no other one lives"
            assert ownership.owned() == [], "whatever went on rests until it is claimed"
    assert faults == []


async def test_without_a_folder_there_is_no_node() -> None:
    faults: list[Exception] = []
    with (
        opened_folder(None),
        node_of(None, faults.append) as node,
        journal_of(None, faults.append) as journal,
    ):
        assert (node, journal.node) == (None, "")


def test_a_worker_that_joins_others_changes_no_tables(tmp_path: Path) -> None:
    played(tmp_path, 3)
    place = WorkerPlace("w2-0d0e0f", workers=2, sockets="", opens_store=False)
    with opened_folder(tmp_path, worker=place):
        pass
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA user_version = 1")
    with (
        pytest.raises(WrongSchemaError, match="a server that starts on it brings it up to date"),
        opened_folder(tmp_path, worker=place),
    ):
        pass
