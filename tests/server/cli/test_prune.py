"""The commands that make a data folder smaller, called in this process."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.sessions.copied_runs import copy_run
from support.sessions.durable_host import played
from undertide_server.cli.runs import runs
from undertide_server.store.database import FILE
from undertide_server.store.engine.sqlite.connection import INCREMENTAL
from undertide_server.store.opening import held
from undertide_server.store.run_list import RunList


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a live run, and copies of it in each state that are ten days old."""
    folder = tmp_path / "data"
    played(folder, 20)
    for state in ("ended", "abandoned", "aside", "live"):
        copy_run(folder, 1, state, state, 10.0)
    return folder


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(runs, [str(word) for word in words])


def told(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def states(folder: Path) -> list[str]:
    with RunList(folder) as reading:
        return [info.state for info in reading.runs()]


def test_runs_that_are_over_are_deleted_when_they_are_old_also_while_a_server_runs(
    folder: Path,
) -> None:
    with held(folder):
        kept = told(call("prune", "--older-than", "2w", "--data", folder, "--json"))
        assert kept == {"runs": [], "deleted": True, "bytes": 0}
        pruned = told(call("prune", "--older-than", "239h", "--data", folder, "--json"))
    assert len(pruned["runs"]) == 2
    assert states(folder) == ["live", "aside", "live"]


def test_a_dry_run_only_lists_them(folder: Path) -> None:
    listed = call("prune", "--older-than", "9d", "--dry-run", "--data", folder)
    assert listed.exit_code == 0
    assert [line.split()[3] for line in listed.stdout.splitlines()[1:]] == ["ended", "abandoned"]
    words = ("prune", "--older-than", "9d", "--dry-run", "--state", "live", "--data", folder)
    with held(folder):
        assert len(told(call(*words, "--json"))["runs"]) == 1
    assert len(states(folder)) == 5


def test_live_runs_are_deleted_only_while_the_server_is_down(folder: Path) -> None:
    words = ("prune", "--older-than", "9d", "--state", "live", "--state", "aside", "--data", folder)
    with held(folder):
        refused = call(*words)
    assert refused.exit_code == 1
    assert "in use by process" in refused.output
    done = call(*words)
    assert done.exit_code == 0
    assert done.stdout.startswith("deleted 2 runs")
    assert states(folder) == ["live", "ended", "abandoned"]


@pytest.mark.parametrize("age", ["30", "d", "0h", "-1d", "1.5d", "30 d", "9999999d"])
def test_an_age_is_a_number_and_a_unit(folder: Path, age: str) -> None:
    refused = call("prune", "--older-than", age, "--data", folder)
    assert refused.exit_code == 2
    assert f"{age!r} is no age such as 12h, 30d or 8w" in refused.output


def test_twenty_thousand_runs_are_deleted_and_their_space_given_back(
    many_runs: Path, tmp_path: Path
) -> None:
    shutil.copytree(many_runs, tmp_path / "data")
    before = (many_runs / FILE).stat().st_size
    pruned = told(call("prune", "--older-than", "9d", "--data", tmp_path / "data", "--json"))
    assert len(pruned["runs"]) == 20_000
    assert pruned["bytes"] > 0.8 * before
    assert states(tmp_path / "data") == ["ended"]


def test_an_old_file_is_compacted_once_while_the_server_is_down(folder: Path) -> None:
    connection = sqlite3.connect(folder / FILE)
    connection.executescript("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM;")
    connection.execute("CREATE TABLE waste (data BLOB)")
    connection.execute("INSERT INTO waste VALUES (zeroblob(1000000))")
    connection.execute("DROP TABLE waste")
    connection.commit()
    connection.close()
    with held(folder):
        assert call("compact", "--data", folder).exit_code == 1
    before = (folder / FILE).stat().st_size
    done = call("compact", "--data", folder)
    assert done.exit_code == 0
    assert (
        done.stdout == f"the database has {(folder / FILE).stat().st_size} bytes; it had {before}\n"
    )
    assert (folder / FILE).stat().st_size < before - 900_000
    connection = sqlite3.connect(folder / FILE)
    assert connection.execute("PRAGMA auto_vacuum").fetchone() == (INCREMENTAL,)
    connection.close()
    assert len(states(folder)) == 5
