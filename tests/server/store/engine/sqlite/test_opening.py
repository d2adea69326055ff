"""Opening a file: to read where nothing can be written, and to write with or without a sync."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.kept_runs import header
from undertide_server.store.database import FILE, TABLES
from undertide_server.store.engine.faults import StoreFaultError
from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.engine.sqlite.opening import open_to_read, open_to_write
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun


def test_a_command_reads_a_folder_that_it_cannot_write_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: Path, remedy: str = "") -> SqliteConnection:
        raise StoreFaultError("unable to open database file")

    with closing(Writer(tmp_path)) as writer:
        writer.apply([Begun(header())])
    monkeypatch.setattr("undertide_server.store.engine.sqlite.opening.connect_to_read", refuse)
    with pytest.raises(StoreFaultError):
        open_to_read(tmp_path / FILE, TABLES)
    monkeypatch.setattr("os.access", lambda *_: False)
    with closing(open_to_read(tmp_path / FILE, TABLES)) as connection:
        assert connection.execute("SELECT run FROM runs").fetchall() == [("r1",)]


@pytest.mark.parametrize("opened", [open_to_read, open_to_write])
def test_a_folder_in_the_place_of_the_file_is_a_fault_of_the_disk(
    tmp_path: Path, opened: Callable[..., SqliteConnection]
) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises((StoreFaultError, OSError)):
        opened(tmp_path / FILE, TABLES)


@pytest.mark.parametrize(("survives_power", "synchronous"), [(True, 2), (False, 1)])
def test_commits_that_need_not_survive_a_loss_of_power_cost_no_sync(
    tmp_path: Path, survives_power: bool, synchronous: int
) -> None:
    with closing(
        open_to_write(tmp_path / FILE, TABLES, survives_power=survives_power)
    ) as connection:
        assert connection.setting("synchronous") == synchronous
