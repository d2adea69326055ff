"""The commands for what is kept, called in this process."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from durable_host import Host, played
from undertide_server.cli_runs import runs, verify
from undertide_server.sessions import session
from undertide_server.store.database import FILE
from undertide_server.store.folder import held
from undertide_server.store.records import Ending
from undertide_server.store.writer import Closed, Writer


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    """A run of 50 steps with two hashes, whose server is down."""
    monkeypatch.setattr(session, "HASH_EVERY", 20)
    return played(tmp_path / "data", 50)


@pytest.fixture
def ended(host: Host) -> Host:
    """The same run, ended."""
    writer = Writer(host.folder)
    writer.apply([Closed(host.name, Ending("ended", "won"))])
    writer.close()
    return host


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(runs, [str(word) for word in words])


def told(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def states(folder: Path) -> list[tuple[str, str]]:
    listed = told(call("list", "--data", folder, "--json"))["runs"]
    return [(each["run"], each["state"]) for each in listed]


def test_the_list_says_what_scripts_rely_on(host: Host) -> None:
    assert told(call("list", "--data", host.folder, "--json")) == {
        "runs": [
            {
                "run": host.name,
                "session": host.session.id,
                "state": "live",
                "ticks": host.session.run.progress.ticks,
            }
        ]
    }


def test_the_list_works_while_a_server_holds_the_folder(host: Host) -> None:
    with held(host.folder):
        assert states(host.folder) == [(host.name, "live")]


def test_the_list_for_people_names_runs_by_their_beginning(ended: Host) -> None:
    result = call("list", "--data", ended.folder)
    assert result.exit_code == 0
    for words in (ended.name[:8], ended.session.id, "ended", "won"):
        assert words in result.stdout


def test_a_folder_without_runs_is_told(tmp_path: Path) -> None:
    result = call("list", "--data", tmp_path)
    assert result.exit_code == 1
    assert "there are no runs in" in result.output


def test_a_run_is_shown_by_the_beginning_of_its_name(host: Host) -> None:
    shown = told(call("show", host.name[:-1], "--data", host.folder, "--json"))
    assert (shown["run"], shown["steps"], shown["hashes"]) == (host.name, 50, 2)
    assert shown["players"] == ["Ann"]
    for_people = call("show", host.name, "--data", host.folder)
    assert "players    Ann" in for_people.stdout
    assert call("show", "f", "--data", host.folder).exit_code == 1


def test_a_run_is_abandoned_once_and_only_while_the_server_is_down(host: Host) -> None:
    words = ("abandon", host.name, "--data", host.folder)
    with held(host.folder):
        refused = call(*words)
    assert refused.exit_code == 1
    assert "in use by process" in refused.output
    assert states(host.folder) == [(host.name, "live")]
    assert call(*words).exit_code == 0
    assert states(host.folder) == [(host.name, "abandoned")]
    again = call(*words)
    assert again.exit_code == 1
    assert "abandoned already" in again.output


def test_a_live_run_is_not_deleted(host: Host) -> None:
    result = call("delete", host.name, "--data", host.folder)
    assert result.exit_code == 1
    assert "is live" in result.output
    assert states(host.folder) == [(host.name, "live")]


def test_a_run_that_is_over_is_deleted_also_while_a_server_runs(ended: Host) -> None:
    with held(ended.folder):
        assert call("delete", ended.name, "--data", ended.folder).exit_code == 0
    assert states(ended.folder) == []


def test_a_run_is_taken_to_another_folder(ended: Host, tmp_path: Path) -> None:
    file = tmp_path / "run"
    assert call("export", ended.name, file, "--data", ended.folder).exit_code == 0
    assert call("delete", ended.name, "--data", ended.folder).exit_code == 0
    assert call("import", file, "--data", ended.folder).exit_code == 0
    assert states(ended.folder) == [(ended.name, "ended")]
    assert call("verify", ended.name, "--data", ended.folder).exit_code == 0
    again = call("import", file, "--data", ended.folder)
    assert again.exit_code == 1
    assert "is here already" in again.output
    file.write_bytes(file.read_bytes()[:-1])
    damaged = call("import", file, "--data", ended.folder)
    assert damaged.exit_code == 1
    assert "part 'seats' at byte" in damaged.output


class TestVerify:
    def test_a_run_whose_hashes_hold(self, host: Host) -> None:
        result = CliRunner().invoke(verify, [host.name, "--data", str(host.folder)])
        assert result.exit_code == 0
        assert "all 2 hashes hold" in result.stdout

    def test_a_run_that_differs(self, host: Host, two: str) -> None:
        del two
        result = call("verify", host.name, "--data", host.folder, "--json")
        assert result.exit_code == 1
        (verdict,) = json.loads(result.stdout)["runs"]
        assert verdict["run"] == host.name
        assert not verdict["holds"]
        assert verdict["difference"]["step"] == 20
        assert verdict["difference"]["component"]
        for_people = call("verify", host.name, "--data", host.folder)
        assert "differs at step 20: entity" in for_people.stdout

    def test_all_runs(self, host: Host, two: str) -> None:
        result = call("verify", "--all", "--data", host.folder, "--json")
        assert result.exit_code == 1
        assert [each["holds"] for each in json.loads(result.stdout)["runs"]] == [False, True]
        assert call("verify", "--data", host.folder).exit_code == 2
        assert call("verify", two, "--all", "--data", host.folder).exit_code == 2

    def test_a_run_that_cannot_be_read_does_not_hold(self, host: Host) -> None:
        connection = sqlite3.connect(host.folder / FILE)
        with connection:
            connection.execute("UPDATE stretches SET inputs = x'00'")
        connection.close()
        result = call("verify", "--all", "--data", host.folder)
        assert result.exit_code == 1
        assert "can't be verified" in result.stdout

    @pytest.fixture
    def two(self, host: Host) -> str:
        """Another run beside the first, whose seed is changed: the other's name."""
        connection = sqlite3.connect(host.folder / FILE)
        with connection:
            connection.execute("UPDATE runs SET seed = x'01010101010101010101010101010101'")
        connection.close()
        return played(host.folder, 30, first=100).name
