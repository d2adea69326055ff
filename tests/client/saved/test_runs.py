import subprocess
from pathlib import Path
from typing import Any

import pytest

from support.sessions.durable_host import played
from undertide_client.saved.runs import UnreadableSavesError, data_folder, saved_runs
from undertide_server.store.database import FILE


def test_the_runs_of_a_folder_are_listed(tmp_path: Path) -> None:
    host = played(tmp_path, 2)
    (run,) = saved_runs(tmp_path)
    assert (run.run, run.session) == (host.name, host.session.id)
    assert (run.heroes, run.floor, run.preset) == (["Ann"], 1, "default")
    assert run.goes_on
    assert not run.is_damaged
    assert run.played > 0


def test_a_folder_that_does_not_exist_has_no_runs_and_is_not_made(tmp_path: Path) -> None:
    assert saved_runs(tmp_path / "none") == []
    assert not (tmp_path / "none").exists()


def test_a_damaged_database_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    with pytest.raises(UnreadableSavesError, match=f"^{tmp_path}/{FILE} is damaged") as failure:
        saved_runs(tmp_path)
    assert "\n" not in str(failure.value)


@pytest.mark.parametrize("printed", [b"", b'{"runs": [{"run": 1}]}'])
def test_what_is_no_list_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: bytes
) -> None:
    def run(*_words: Any, **_options: Any) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess([], 0, printed, b"")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(UnreadableSavesError, match="the list of the runs"):
        saved_runs(tmp_path)


def test_a_list_that_never_comes_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*words: Any, timeout: float, **_options: Any) -> None:
        raise subprocess.TimeoutExpired(words, timeout)

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(UnreadableSavesError, match="within 30 s"):
        saved_runs(tmp_path)


def test_the_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "undertide"
