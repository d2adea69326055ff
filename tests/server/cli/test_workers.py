import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from undertide_server.cli import workers
from undertide_server.cli.serve import serve
from undertide_server.cli.workers import MOST_WORKERS, cores, serve_worker
from undertide_server.store.opening import held
from undertide_shared.command import CommandLine

COMMANDS = CommandLine(commands=[serve, serve_worker])


def call(*words: str) -> Result:
    return CliRunner().invoke(COMMANDS, words, prog_name="undertide")


@pytest.mark.parametrize("count", ["0", str(MOST_WORKERS + 1), "many", "1.5"])
def test_a_wrong_number_of_workers_is_a_wrong_call(tmp_path: Path, count: str) -> None:
    result = call("serve", "--workers", count, "--data", str(tmp_path))
    assert result.exit_code == 2
    assert f"'--workers': '{count}' is neither auto nor a number from 1 to" in result.stderr
    assert "--help" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "--workers needs --data or --cluster"),
        (("--check",), "--workers needs --data or --cluster"),
        (("--attended", "--data", "."), "not with --attended"),
    ],
)
def test_workers_need_a_store_and_an_operator(words: tuple[str, ...], told: str) -> None:
    result = call("serve", "--workers", "2", *words)
    assert result.exit_code == 2
    assert told in result.stderr


def test_other_systems_are_told_that_they_have_no_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    result = call("serve", "--workers", "2", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "--workers needs Linux" in result.stderr


def test_auto_means_the_cores_that_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() == len(os.sched_getaffinity(0))
    asked = list[int]()

    def run(_choices: object, wanted: int, *, as_json: bool) -> int:
        assert not as_json
        asked.append(wanted)
        return 0

    monkeypatch.setattr("undertide_server.cli.serve.run_workers", run)
    for cpus in (3, 1000):
        monkeypatch.setattr(workers, "cores", lambda cpus=cpus: cpus)
        assert call("serve", "--workers", "auto", "--data", ".").exit_code == 0
    assert asked == [3, MOST_WORKERS]


def test_a_folder_that_another_server_has_is_told_in_one_line(tmp_path: Path) -> None:
    with held(tmp_path):
        result = call("serve", "--workers", "2", "--port", "0", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert f"{tmp_path} is in use by process" in result.stderr


def test_a_check_with_workers_looks_at_the_same_folder(tmp_path: Path) -> None:
    result = call("serve", "--workers", "2", "--data", str(tmp_path), "--check")
    assert result.exit_code == 0
    assert "would serve everything" in result.stdout


def test_the_command_of_a_worker_is_for_the_supervisor_alone() -> None:
    assert "serve-worker" not in call("--help").output
