"""The commands that hold runs against their journals, called in this process."""

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.sessions.durable_host import Host, played
from undertide_server.cli.runs import runs, verify
from undertide_server.store.database import FILE


@pytest.fixture
def two(host: Host) -> str:
    """Another run beside the first, whose seed is changed: the other's name."""
    connection = sqlite3.connect(host.folder / FILE)
    with connection:
        connection.execute("UPDATE runs SET seed = x'01010101010101010101010101010101'")
    connection.close()
    return played(host.folder, 30, first=100).name


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(runs, [str(word) for word in words])


def test_a_run_whose_hashes_hold(host: Host) -> None:
    result = CliRunner().invoke(verify, [host.name, "--data", str(host.folder)])
    assert result.exit_code == 0
    assert "all 2 hashes hold" in result.stdout


def test_a_run_that_differs(host: Host, two: str) -> None:
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


def test_all_runs(host: Host, two: str) -> None:
    result = call("verify", "--all", "--data", host.folder, "--json")
    assert result.exit_code == 1
    assert [each["holds"] for each in json.loads(result.stdout)["runs"]] == [False, True]
    assert call("verify", "--data", host.folder).exit_code == 2
    assert call("verify", two, "--all", "--data", host.folder).exit_code == 2


def test_a_run_that_cannot_be_read_does_not_hold(host: Host) -> None:
    connection = sqlite3.connect(host.folder / FILE)
    with connection:
        connection.execute("UPDATE stretches SET inputs = x'00'")
    connection.close()
    result = call("verify", "--all", "--data", host.folder)
    assert result.exit_code == 1
    assert "can't be verified" in result.stdout
