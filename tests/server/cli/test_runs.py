"""The commands for what is kept, called in this process."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.sessions.durable_host import Host
from support.sessions.kept_runs import store_unknown_content
from undertide_server.cli.runs import runs
from undertide_server.startup.kept_runs import KILLED
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.leases import Node
from undertide_server.store.opening import held, open_to_write
from undertide_server.store.ownership import opened_ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending
from undertide_server.store.writer import Writer
from undertide_server.store.writes import RunClosed


@pytest.fixture
def ended(host: Host) -> Host:
    """The same run, ended."""
    writer = Writer(host.folder)
    writer.apply([RunClosed(host.name, Ending("ended", "won"))])
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
    (line,) = told(call("list", "--data", host.folder, "--json"))["runs"]
    with Reader(host.folder) as reader:
        begun = reader.info(host.name).begun
    assert line.pop("size") > 100
    assert line == {
        "run": host.name,
        "session": host.session.id,
        "preset": "default",
        "state": "live",
        "ticks": host.session.run.progress.ticks,
        "begun": begun,
        "outcome": None,
        "fault": None,
        "end": None,
        "heroes": ["Ann"],
    }


def test_the_list_says_how_and_when_a_run_ended(ended: Host) -> None:
    (line,) = told(call("list", "--data", ended.folder, "--json"))["runs"]
    assert line["outcome"] == "won"
    assert line["end"] >= line["begun"]


def test_the_list_names_what_this_version_lacks_to_play_a_run(host: Host) -> None:
    store_unknown_content(host.folder)
    missing = "this version can't play by its content: tide.later: unknown key"
    (line,) = told(call("list", "--data", host.folder, "--json"))["runs"]
    assert (line["state"], line["fault"]) == ("live", missing)
    assert missing in call("list", "--data", host.folder).stdout


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
    assert "already abandoned" in again.output


def test_a_run_of_a_server_that_was_killed_is_abandoned(host: Host) -> None:
    with opened_ownership(host.folder) as ownership:
        ownership.register(Node("killed-1", "", b"", 1, "1"))
        assert ownership.claim_run("killed-1", host.name) is not None
    assert call("abandon", host.name, "--data", host.folder).exit_code == 0
    assert states(host.folder) == [(host.name, "abandoned")]


def test_a_run_that_killed_the_server_is_retried_and_others_are_not(host: Host) -> None:
    words = ("retry", host.name, "--data", host.folder)
    refused = call(*words)
    assert refused.exit_code == 1
    assert "was not set aside for killing the server" in refused.output
    writer = Writer(host.folder)
    writer.apply([RunClosed(host.name, Ending("aside", KILLED))])
    writer.close()
    (line,) = told(call("list", "--data", host.folder, "--json"))["runs"]
    assert (line["state"], line["fault"]) == ("aside", KILLED)
    with held(host.folder):
        assert "in use by process" in call(*words).output
    assert states(host.folder) == [(host.name, "aside")]
    assert call(*words).exit_code == 0
    assert states(host.folder) == [(host.name, "live")]


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
    assert "already exists" in again.output
    file.write_bytes(file.read_bytes()[:-1])
    damaged = call("import", file, "--data", ended.folder)
    assert damaged.exit_code == 1
    assert "part 'chronicles' at byte" in damaged.output


def test_a_backup_is_a_folder_with_the_same_runs(host: Host, tmp_path: Path) -> None:
    with held(host.folder):  # A server is up.
        done = call("backup", "--data", host.folder, tmp_path / "copies" / "one")
    assert done.exit_code == 0
    assert done.stdout == f"backed up 1 runs to {tmp_path / 'copies' / 'one'}\n"
    assert states(tmp_path / "copies" / "one") == states(host.folder)
    verified = told(call("verify", "--all", "--data", tmp_path / "copies" / "one", "--json"))
    assert [each["holds"] for each in verified["runs"]] == [True]


def test_a_backup_overwrites_nothing(host: Host, tmp_path: Path) -> None:
    backup = ("backup", "--data", host.folder, tmp_path / "copy")
    assert call(*backup).exit_code == 0
    again = call(*backup)
    assert again.exit_code == 1
    assert "overwrites nothing" in again.stderr


def test_a_folder_without_runs_has_no_backup(tmp_path: Path) -> None:
    none = call("backup", "--data", tmp_path, tmp_path / "copy")
    assert none.exit_code == 1
    assert "there are no runs" in none.stderr
    assert list(tmp_path.iterdir()) == []


class TestOverPostgres:
    @pytest.fixture(autouse=True)
    def url(self, host: Host, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
        """A database with the run of the host, which the environment names."""
        monkeypatch.setenv("UNDERTIDE_CLUSTER", postgres_url)
        assert call("copy", "--data", host.folder).exit_code == 0
        return postgres_url

    def test_a_run_is_listed_shown_verified_and_exported(self, host: Host, tmp_path: Path) -> None:
        (here,) = told(call("list", "--json"))["runs"]
        (there,) = told(call("list", "--data", host.folder, "--json"))["runs"]
        assert here == there
        words = ("show", host.name[:8], "--json")
        assert told(call(*words)) == told(call(*words, "--data", host.folder))
        assert told(call("verify", "--all", "--json"))["runs"][0]["holds"]
        assert call("export", host.name, tmp_path / "here").exit_code == 0
        assert call("export", host.name, tmp_path / "there", "--data", host.folder).exit_code == 0
        assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()

    def test_a_run_that_rests_is_abandoned_deleted_and_imported(
        self, host: Host, tmp_path: Path
    ) -> None:
        assert "abandon the run first" in call("delete", host.name).stderr
        assert call("export", host.name, tmp_path / "file").exit_code == 0
        assert call("abandon", host.name).exit_code == 0
        assert "already abandoned" in call("abandon", host.name).stderr
        assert call("delete", host.name).exit_code == 0
        assert call("import", tmp_path / "file").exit_code == 0
        (line,) = told(call("list", "--json"))["runs"]
        assert line["state"] == "live"

    def test_a_run_that_a_node_plays_is_left_alone(self, host: Host, url: str) -> None:
        address = PostgresAddress.parse(url)
        with closing(open_to_write(address)) as connection:
            connection.execute("UPDATE runs SET last_played = 0")
        with opened_ownership(address) as ownership:
            ownership.register(Node("one", "", b"", 1, "1"))
            assert ownership.claim_run("one", host.name) is not None
            refused = call("abandon", host.name)
            assert refused.exit_code == 1
            assert f"dissolve --session {host.session.id}" in refused.stderr
            assert "one: the nodes make the pictures" in call("render").stderr
            pruned = told(call("prune", "--older-than", "1h", "--state", "live", "--json"))
            assert pruned["runs"] == []
