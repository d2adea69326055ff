from pathlib import Path

import pytest

from support.sessions.durable_host import Host, played
from support.sessions.kept_runs import BACK_TO_SIXTH, change, header, ticks, write
from undertide_server.store.database import FILE
from undertide_server.store.errors import DamagedDatabaseError
from undertide_server.store.records import Ending, SeatRecord, StepRecord
from undertide_server.store.saves import MOST_SAVES, saves
from undertide_server.store.validation import UNREADABLE
from undertide_server.store.writes import (
    Appended,
    Begun,
    RunClosed,
)
from undertide_shared.messages import Landmark


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    """A server that has ended, and whose run has taken some steps."""
    return played(tmp_path_factory.mktemp("data"), 3)


def floor(step: int, text: str) -> StepRecord:
    (record,) = ticks(step, 1)
    return StepRecord(step, record.inputs, landmarks=(Landmark(step, "floor", text),))


def test_a_run_has_its_heroes_its_floor_and_its_last_step(host: Host) -> None:
    (save,) = saves(host.folder)
    assert (save.info.run, save.info.session) == (host.name, host.session.id)
    assert (save.info.state, save.heroes, save.floor) == ("live", ["Ann"], 1)
    assert save.played >= save.info.begun


def test_the_floor_is_the_one_entered_last(tmp_path: Path) -> None:
    steps = (floor(1, "Floor 1: The Gate (halls)"), floor(2, "Floor 12: The Mire (caves)"))
    write(tmp_path, Begun(header(), b""), Appended("r1", steps, (), 2))
    (save,) = saves(tmp_path)
    assert save.floor == 12


def test_the_run_played_last_comes_first_and_one_without_a_step_is_left_out(tmp_path: Path) -> None:
    for run in ("a", "b", "empty"):
        write(tmp_path, Begun(header(run), b""))
    write(tmp_path, Appended("b", ticks(1, 1), (), 1))
    write(tmp_path, Appended("a", ticks(1, 1), (), 1), RunClosed("a", Ending("ended", "won")))
    change(tmp_path, "UPDATE runs SET last_played = 5.0 WHERE run = ?", "b")
    assert [(save.info.run, save.info.state) for save in saves(tmp_path)] == [
        ("a", "ended"),
        ("b", "live"),
    ]


def test_the_list_is_bounded(tmp_path: Path) -> None:
    for run in range(MOST_SAVES + 1):
        write(tmp_path, Begun(header(str(run)), b""), Appended(str(run), ticks(1, 1), (), 1))
    assert len(saves(tmp_path)) == MOST_SAVES


def test_the_folder_of_an_earlier_version_is_read_without_a_change(
    host: Host, tmp_path: Path
) -> None:
    played(tmp_path, 2)
    for statement in BACK_TO_SIXTH.split(";"):
        change(tmp_path, statement)
    before = (tmp_path / FILE).read_bytes()
    assert [save.heroes for save in saves(tmp_path)] == [["Ann"]]
    assert (tmp_path / FILE).read_bytes() == before


def test_a_damaged_entry_spoils_no_other(tmp_path: Path) -> None:
    for run in ("sound", "broken"):
        seats = (SeatRecord(0, "Ann", (b"t",)),)
        write(tmp_path, Begun(header(run), b""), Appended(run, ticks(1, 1), seats, 1))
    change(tmp_path, "UPDATE runs SET ticks = 'x', last_played = 'y' WHERE run = 'broken'")
    change(tmp_path, "UPDATE seats SET name = x'ff' WHERE run = 2")
    told = {
        save.info.run: (save.info.state, save.info.reason, save.heroes) for save in saves(tmp_path)
    }
    assert told == {"sound": ("live", "", ["Ann"]), "broken": ("aside", UNREADABLE, [])}


def test_a_folder_without_runs_has_none_and_a_damaged_one_is_an_error(tmp_path: Path) -> None:
    assert saves(tmp_path) == []
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    with pytest.raises(DamagedDatabaseError):
        saves(tmp_path)
