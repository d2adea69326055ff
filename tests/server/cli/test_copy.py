"""The command that copies a folder to a cluster and back, with a second folder as the cluster."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.sessions.account_services import open_account_service
from support.sessions.durable_host import Host
from support.sessions.kept_runs import BACK_TO_SEVENTH, change
from undertide_server.cli import copy as copying
from undertide_server.cli.parts import ProgressLines
from undertide_server.cli.runs import runs
from undertide_server.store.errors import StoreFaultError
from undertide_server.store.opening import held
from undertide_server.store.reader import Reader

URL = "postgresql://ann:swordfish@db.example.net/undertide"


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of the database that the address names."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    real = copying._source_and_target  # noqa: SLF001

    def source_and_target(data: Path, _cluster: object, to: Any) -> tuple[Any, Any]:
        return real(data, folder, to)  # type: ignore[arg-type]

    monkeypatch.setattr(copying, "_source_and_target", source_and_target)
    return folder


def call(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(runs, ["copy", "--data", str(folder), "--cluster", URL, *words])


def told(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


async def test_runs_and_accounts_are_copied_once(host: Host, cluster: Path) -> None:
    with open_account_service(host.folder) as service:
        await service.accounts.sign_up("Ann", "correct horse", "")
    first = told(call(host.folder, "--json"))
    assert first == {
        "runs": {"copied": [host.name], "same": [], "left": {}},
        "accounts": {"copied": 1, "same": 0, "left": {}},
    }
    second = told(call(host.folder, "--json"))
    assert second["runs"] == {"copied": [], "same": [host.name], "left": {}}
    assert second["accounts"]["same"] == 1
    with Reader(host.folder) as theirs, Reader(cluster) as ours:
        assert ours.runs() == theirs.runs()


def test_people_read_what_came(host: Host, cluster: Path) -> None:
    assert call(host.folder).stdout.splitlines() == [
        f"copied 0 accounts to {cluster}",
        f"copied 1 runs to {cluster}",
    ]
    assert call(host.folder).stdout.splitlines()[1].endswith("; 1 were there already")


def test_what_is_left_out_is_named(host: Host, cluster: Path) -> None:
    assert call(host.folder).exit_code == 0
    change(cluster, "UPDATE runs SET step = step + 1")
    failed = call(host.folder)
    assert failed.exit_code == 1
    line = f"left out run {host.name[:8]}: it has 50 steps here, and 51 there"
    assert failed.stdout.splitlines()[0] == line


def test_a_folder_that_a_server_uses_is_refused(host: Host, cluster: Path) -> None:
    with held(host.folder):
        refused = call(host.folder)
    assert refused.exit_code == 1
    assert "is in use by process" in refused.stderr
    assert list(cluster.iterdir()) == []


def test_the_source_stays_as_it_is(host: Host, cluster: Path) -> None:
    before = (host.folder / "undertide.db").read_bytes()
    assert call(host.folder).exit_code == 0
    assert (host.folder / "undertide.db").read_bytes() == before


def test_it_goes_back_into_a_new_folder(host: Host, cluster: Path, tmp_path: Path) -> None:
    assert call(host.folder).exit_code == 0
    back = tmp_path / "back"
    assert call(back, "--to", "folder").exit_code == 0
    with Reader(host.folder) as theirs, Reader(back) as ours:
        assert ours.runs() == theirs.runs()
        assert list(ours.steps(host.name)) == list(theirs.steps(host.name))


def test_there_must_be_runs_and_a_cluster(tmp_path: Path) -> None:
    none = call(tmp_path)
    assert none.exit_code == 1
    assert "there are no runs in" in none.stderr
    unnamed = CliRunner().invoke(
        runs, ["copy", "--data", str(tmp_path)], env={"UNDERTIDE_CLUSTER": None}
    )
    assert unnamed.exit_code == 2
    assert "--cluster" in unnamed.stderr


def test_progress_is_told_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressLines("done", iter([0.0, 1.0, 2.0, 3.0, 5.0]).__next__)
    for done in range(1, 5):
        progress.print_progress(done, 9)
    assert capsys.readouterr().err.splitlines() == [
        "2 of 9 runs are done",
        "4 of 9 runs are done",
    ]


def test_a_store_that_fails_is_told_with_what_to_do(
    host: Host, cluster: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise StoreFaultError("the server closed the connection")

    monkeypatch.setattr("undertide_server.store.transfer.copying.copy_run", fail)
    failed = call(host.folder)
    assert failed.exit_code == 1
    assert "closed the connection: the same call goes on from there" in failed.stderr


def test_a_folder_of_an_earlier_version_is_copied_as_it_is(host: Host, cluster: Path) -> None:
    with closing(sqlite3.connect(host.folder / "undertide.db")) as connection:
        connection.executescript(BACK_TO_SEVENTH)
    assert call(host.folder).exit_code == 0
    with Reader(cluster) as ours:
        assert ours.info(host.name).steps == 50
    with closing(sqlite3.connect(host.folder / "undertide.db")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (7,)
