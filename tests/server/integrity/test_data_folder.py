"""What a check says of damaged folders is what a start does, and neither fails without words."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from support.sessions.damaged_folders import Template, killed_template, stopped_template, try_out
from support.sessions.durable_host import break_snapshot, played
from undertide_server.content.load import load_rulesets
from undertide_server.integrity.data_folder import check_data
from undertide_server.sessions.model.settings import LONG_AGO, encode_settings
from undertide_server.store.writer import Writer
from undertide_server.store.writes import SettingsSaved

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


@pytest.mark.parametrize("which", [0, 1])
def test_sound_folders_are_served_whole(templates: list[Template], which: int) -> None:
    verdict = check_data(templates[which].folder)
    assert (verdict.exit_code, verdict.runs) == (0, len(templates[which].live) + 1)


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
