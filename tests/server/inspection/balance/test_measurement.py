from dataclasses import replace
from pathlib import Path

import pytest

from support.sessions.balance_examples import ran
from undertide_server.inspection.balance.errors import MeasurementError
from undertide_server.inspection.balance.measurement import Measurement
from undertide_server.inspection.balance.plan import Plan, plans_of
from undertide_server.inspection.balance.records import Played
from undertide_shared.errors import UnknownBrainError

SEED = b"sixteen bytes ok"


def plans(*skills: str, runs: int = 2, heroes: int = 2) -> list[Plan]:
    return plans_of(
        "default", None, SEED, skills, runs, heroes=heroes, pace="party", ticks=9, staged=False
    )


def kept(path: Path, wanted: list[Plan], seed: bytes = SEED) -> dict[int, Played]:
    with Measurement(path, wanted, seed) as measurement:
        return measurement.kept_runs()


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """A file with the second run of a careful skill."""
    path = tmp_path / "measured.jsonl"
    with Measurement(path, plans("careful"), SEED) as measurement:
        assert measurement.kept_runs() == {}
        measurement.append_run(1, ran(7))
    return path


def test_a_kept_run_is_there_again(measured: Path) -> None:
    assert kept(measured, plans("careful")) == {1: ran(7)}


def test_more_runs_and_more_skills_continue_a_measurement(measured: Path) -> None:
    wanted = plans("still", "careful", runs=3)
    assert kept(measured, wanted) == {4: ran(7)}
    with Measurement(measured, wanted, SEED) as measurement:
        measurement.append_run(0, ran(1, skill="still"))
    assert kept(measured, wanted) == {0: ran(1, skill="still"), 4: ran(7)}


def test_fewer_runs_leave_the_others_in_the_file(measured: Path) -> None:
    assert kept(measured, plans("careful", runs=1)) == {}
    assert kept(measured, plans("careful")) == {1: ran(7)}


def test_a_run_that_was_being_written_at_a_crash_is_played_again(measured: Path) -> None:
    whole = measured.read_bytes()
    measured.write_bytes(whole + whole[:-20])
    with Measurement(measured, plans("careful"), SEED) as measurement:
        assert measurement.kept_runs() == {1: ran(7)}
        measurement.append_run(0, ran(3))
    assert kept(measured, plans("careful")) == {0: ran(3), 1: ran(7)}


def test_a_run_outlives_a_process_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "measured.jsonl"
    with Measurement(path, plans("careful"), SEED) as measurement:
        measurement.append_run(0, ran(3))
        assert path.read_bytes().endswith(b"\n")


def test_runs_of_another_party_or_seed_are_refused(measured: Path) -> None:
    with pytest.raises(MeasurementError, match="line 1: heroes was 2, and is 3 now"):
        kept(measured, plans("careful", heroes=3))
    with pytest.raises(MeasurementError, match="seed was"):
        kept(measured, plans("careful"), b"another seed ok!")


def test_runs_of_another_calling_are_refused(measured: Path) -> None:
    wanted = [replace(plan, calling="mender") for plan in plans("careful")]
    with pytest.raises(MeasurementError, match="line 1: calling was , and is mender now"):
        kept(measured, wanted)


def test_runs_of_changed_bots_or_content_are_refused(measured: Path) -> None:
    text = measured.read_text()
    for word in ("brain", "content"):
        measured.write_text(text.replace(f'"{word}":"', f'"{word}":"0'))
        with pytest.raises(MeasurementError, match=f"line 1: {word} was 0"):
            kept(measured, plans("careful"))


@pytest.mark.parametrize("line", ["{}", "3", "[", '{"conditions": {}}'])
def test_a_file_of_anything_else_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(f"{line}\n")
    with pytest.raises(MeasurementError, match="this is no kept run"):
        kept(path, plans("careful"))
    assert path.read_text() == f"{line}\n"


def test_a_brain_that_nobody_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownBrainError):
        kept(tmp_path / "measured.jsonl", plans("clever"))
