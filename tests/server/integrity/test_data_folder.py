"""What a check says of damaged folders is what a start does, and neither fails without words."""

import shutil
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.sessions.copied_runs import copy_run
from support.sessions.damaged_folders import Template, killed_template, stopped_template, try_out
from support.sessions.durable_host import Host, break_snapshot, played
from undertide_server.content.load import load_rulesets
from undertide_server.integrity import data_folder
from undertide_server.integrity.data_folder import check_data
from undertide_server.sessions.durability.recovery import StoredState, game_of, recover
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.sessions.model.settings import LONG_AGO, encode_settings
from undertide_server.startup.kept_runs import read_run
from undertide_server.store.database import FILE, PARTS
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending, Header
from undertide_server.store.writer import Writer
from undertide_server.store.writes import RunClosed, SettingsSaved
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.repertoire import Repertoire

FLIPS = 20
ZEROED = 5

loaded_once = cache(load_rulesets)


@pytest.fixture(autouse=True)
def _content_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertide_server.app.load_rulesets", loaded_once)


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> list[Template]:
    """The folders of a server that was stopped, and of one that was killed."""
    folder = tmp_path_factory.mktemp("folders")
    return [stopped_template(folder / "stopped"), killed_template(folder / "killed")]


def test_each_run_is_told_and_one_game_made_of_each_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = played(tmp_path, 5)
    writer = Writer(tmp_path)
    writer.apply([RunClosed(run.name, Ending("ended", "won"))])
    writer.close()
    copy_run(tmp_path, 3)
    games, told = [], []

    def make(header: Header, repertoire: Repertoire) -> Game:
        games.append(header.run)
        return game_of(header, repertoire)

    monkeypatch.setattr(data_folder, "game_of", make)
    verdict = check_data(tmp_path, lambda *given: told.append(given))
    assert (verdict.exit_code, verdict.runs) == (0, 4)
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert games == [run.name]


@pytest.mark.parametrize("which", [0, 1])
def test_sound_folders_are_served_whole(templates: list[Template], which: int) -> None:
    verdict = check_data(templates[which].folder)
    assert (verdict.exit_code, verdict.runs) == (0, len(templates[which].live) + 1)


@pytest.fixture(scope="module")
def rested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three runs at rest, of one content, each with a snapshot of its last step."""
    folder = tmp_path_factory.mktemp("rested")
    host = Host(folder, rulesets={"default": shipped("tutorial")})
    host.play(30)
    host.keep()
    settled = replace(host.session.policy.settings, left_at=LONG_AGO)
    host.stop()
    writer = Writer(folder)
    writer.apply([SettingsSaved(host.name, encode_settings(settled))])
    writer.close()
    copy_run(folder, 2, "live", "")
    return folder


def _brought_back(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of runs that checks bring back from now on."""
    found: list[str] = []

    def read(reader: Reader, run: str, repertoire: Repertoire) -> StoredState:
        found.append(run)
        return read_run(reader, run, repertoire)

    monkeypatch.setattr(data_folder, "read_run", read)
    return found


def test_of_runs_at_rest_one_of_each_kind_is_brought_back(
    rested: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = _brought_back(monkeypatch)
    verdict = check_data(rested)
    assert (verdict.exit_code, verdict.runs) == (0, 3)
    assert len(found) == 1


def test_a_run_whose_last_steps_have_no_snapshot_is_brought_back(
    rested: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _changed(rested, tmp_path, "DELETE FROM moments WHERE run >= 2")
    found = _brought_back(monkeypatch)
    assert check_data(folder).exit_code == 0
    assert len(found) == 3


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("column", ["", "first", "second", "last"])
def test_damage_to_a_run_at_rest_is_found_if_it_could_not_come_back(
    rested: Path, tmp_path: Path, part: str, column: str
) -> None:
    damage = f"DELETE FROM {part} WHERE run = 3"
    if column:
        name = _column(rested, part, ["first", "second", "last"].index(column) + 1)
        damage = f"UPDATE OR IGNORE {part} SET {name} = x'0102' WHERE run = 3"
    folder = _changed(rested, tmp_path, damage)
    with Reader(folder) as reader:
        damaged = reader.runs()[2].run
        try:
            recover(reader, damaged, REPERTOIRE).run.world.close()
            expected = []
        except RecoveryError as fault:
            expected = [(damaged, str(fault))]
    found = [(finding.run, finding.what) for finding in check_data(folder).findings]
    assert found == expected


def _column(folder: Path, part: str, place: int) -> str:
    """Return the name of a table's column in a place after its run, or of its last one."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({part})")]
    return str(names[min(place, len(names) - 1)])


def _changed(folder: Path, into: Path, statement: str) -> Path:
    """Return a copy of a folder after a statement."""
    shutil.copytree(folder, into / "changed")
    with closing(sqlite3.connect(into / "changed" / FILE)) as connection, connection:
        connection.execute(statement)
    return into / "changed"


def test_a_run_that_would_rest_and_could_not_come_back_is_found(tmp_path: Path) -> None:
    resting = played(tmp_path, 5)
    settled = replace(resting.session.policy.settings, left_at=LONG_AGO)
    writer = Writer(tmp_path)
    writer.apply([SettingsSaved(resting.name, encode_settings(settled))])
    writer.close()
    break_snapshot(tmp_path, 5)
    verdict = check_data(tmp_path)
    assert verdict.exit_code == 1
    assert [finding.run for finding in verdict.findings] == [resting.name]


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("seed", range(FLIPS))
def test_a_flipped_bit(templates: list[Template], tmp_path: Path, which: int, seed: int) -> None:
    trial = try_out(templates[which], tmp_path / "trial", "flip", seed)
    assert not trial.problems, (trial.spot, trial.findings, trial.refusal)
    assert not trial.altered(templates[which]) or trial.in_log


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("seed", range(ZEROED))
def test_a_zeroed_page(templates: list[Template], tmp_path: Path, which: int, seed: int) -> None:
    trial = try_out(templates[which], tmp_path / "trial", "zero", seed)
    assert not trial.problems, (trial.spot, trial.findings, trial.refusal)
    assert not trial.altered(templates[which]) or trial.in_log
