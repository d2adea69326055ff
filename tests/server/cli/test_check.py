"""The commands that look and change nothing, called in this process."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.sessions.damaged_folders import contents
from support.sessions.durable_host import Host, played
from undertide_server.cli.runs import runs
from undertide_server.cli.serve import serve
from undertide_server.startup.kept_runs import KILLED
from undertide_server.store.database import FILE
from undertide_server.store.records import Ending
from undertide_server.store.writer import Writer
from undertide_server.store.writes import RunClosed
from undertide_shared.data_folder import KEY_FILE


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A run that goes on, and one that is over."""
    over = played(tmp_path / "data", 10, first=100)
    writer = Writer(tmp_path / "data")
    writer.apply([RunClosed(over.name, Ending("ended", "lost"))])
    writer.close()
    (tmp_path / "data").chmod(0o700)
    return played(tmp_path / "data", 20)


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        assert connection.execute(statement).rowcount


def check(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(runs, ["check", "--data", str(folder), *words])


def serve_check(*words: str) -> Result:
    """Call `serve --check`; what it returns becomes the exit code of its process."""
    return CliRunner().invoke(serve, ["--check", "--json", *words], standalone_mode=False)


def told(result: Result) -> Any:
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return json.loads(result.stdout)


def test_a_sound_folder_is_ok_and_nothing_in_it_changes(host: Host) -> None:
    before = contents(host.folder)
    for result in (
        check(host.folder, "--json"),
        serve_check("--data", str(host.folder)),
    ):
        assert told(result) == {"ok": True, "runs": 2, "findings": [], "warnings": []}
        assert result.exit_code == 0
        assert not result.stderr
    assert contents(host.folder) == before


def test_a_damaged_run_that_goes_on_is_named_with_what_to_do(host: Host) -> None:
    change(host.folder, "UPDATE stretches SET inputs = x'00' WHERE run = 2")
    result = check(host.folder, "--json")
    assert result.exit_code == 1
    verdict = told(result)
    assert (verdict["ok"], verdict["runs"]) == (False, 2)
    (finding,) = verdict["findings"]
    assert list(finding) == ["file", "run", "what", "do"]
    assert finding["file"] == str(host.folder / FILE)
    assert finding["run"] == host.name
    assert "its journal can't be read" in finding["what"]
    assert f"undertide runs abandon {host.name} --data {host.folder}" in finding["do"]
    people = check(host.folder)
    assert people.exit_code == 1
    assert finding["what"] in people.stdout
    assert "a server would set something aside; 2 runs are stored" in people.stdout


def test_a_run_that_stays_aside_is_named(host: Host) -> None:
    change(host.folder, f"UPDATE runs SET state = 'aside', reason = '{KILLED}' WHERE id = 2")
    result = check(host.folder, "--json")
    assert result.exit_code == 1
    (finding,) = told(result)["findings"]
    assert (finding["run"], finding["what"]) == (host.name, KILLED)


def test_a_damaged_run_that_is_over_can_be_deleted(host: Host) -> None:
    change(host.folder, "UPDATE stretches SET first = 2 WHERE run = 1")
    (finding,) = told(check(host.folder, "--json"))["findings"]
    assert "undertide runs delete" in finding["do"]


def test_a_file_that_is_no_database_keeps_a_server_from_starting(host: Host) -> None:
    (host.folder / FILE).write_bytes(b"no database" * 1000)
    result = check(host.folder, "--json")
    assert result.exit_code == 3
    verdict = told(result)
    assert not verdict["ok"]
    assert "restore a backup" in verdict["findings"][0]["do"]
    assert "a server could not start" in check(host.folder).stdout


def test_damaged_content_that_the_server_offers_is_no_finding(host: Host) -> None:
    change(host.folder, "UPDATE contents SET content = x'00'")
    assert told(check(host.folder, "--json")) == {
        "ok": True,
        "runs": 2,
        "findings": [],
        "warnings": [],
    }


def test_an_empty_folder_and_a_missing_one_are_ok(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        result = serve_check("--data", str(folder))
        assert told(result) == {"ok": True, "runs": 0, "findings": [], "warnings": []}
    assert not (tmp_path / "missing").exists()


def test_a_broken_key_is_told_without_its_digits(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("0123456789abcdef-" * 4)
    result = check(tmp_path, "--json")
    assert result.exit_code == 3
    assert "0123456789" not in result.output


def test_faults_of_the_settings_are_findings(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text("[limits]\nsessions = 'many'\nseats = 0\n")
    result = serve_check("--config", str(tmp_path))
    assert result.return_value == 3
    found = {finding["what"].partition(":")[0] for finding in told(result)["findings"]}
    assert found == {"limits.sessions", "limits.seats"}


def test_folders_that_others_can_read_are_warned_of_and_ok(host: Host) -> None:
    host.folder.chmod(0o755)
    (host.folder / FILE).chmod(0o644)
    result = check(host.folder, "--json")
    assert told(result)["ok"]
    assert result.stderr.splitlines() == [
        f"{path}: others can read it: run `chmod go= {path}`"
        for path in (host.folder, host.folder / FILE)
    ]


def test_json_without_a_check_is_a_wrong_call() -> None:
    assert CliRunner().invoke(serve, ["--json"]).exit_code == 2
