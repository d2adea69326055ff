"""The command that renders runs while the server is down, called in this process."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.sessions.durable_host import Host, played
from support.sessions.kept_runs import change, write
from undertide_server.cli.runs import runs
from undertide_server.store.opening import held
from undertide_server.store.records import Ending
from undertide_server.store.renders import RenderReader
from undertide_server.store.writes import RunClosed


def call(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(runs, ["render", "--data", str(folder), *words])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a live run that was saved at its stop, and a run that is over."""
    folder = tmp_path / "data"
    played(folder, 20)
    over = Host(folder, 10)
    over.play(10)
    over.stop()
    write(folder, RunClosed(over.name, Ending("ended", "lost")))
    live = Host(folder, 20)
    live.play(15)
    live.keep()
    live.stop()
    return folder


def lasts(folder: Path) -> list[int]:
    """Return the last rendered step of each run; 0 if there is none."""
    with RenderReader(folder) as reader:
        found = [reader.rendered(info.run) for info in reader.runs()]
    return [stretches[-1].last if stretches else 0 for stretches in found]


def test_runs_are_rendered_to_their_last_snapshot_or_their_end(folder: Path) -> None:
    done = call(folder)
    assert (done.exit_code, done.stdout) == (0, "2 of 3 runs have more pictures now\n")
    assert lasts(folder) == [0, 10, 15]
    assert call(folder).stdout == "0 of 3 runs have more pictures now\n"


def test_it_keeps_within_its_room_and_says_so(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text("[replays]\nmost_bytes = 10\n")
    done = call(folder, "--config", str(tmp_path))
    assert done.stderr.count("no room for more pictures of it") == 2
    assert lasts(folder) == [0, 0, 0]


def test_a_damaged_run_is_named_and_others_are_rendered(folder: Path) -> None:
    change(folder, "UPDATE stretches SET inputs = x'00' WHERE run = 2")
    done = call(folder)
    assert (done.exit_code, done.stderr.count("damaged")) == (0, 1)
    assert lasts(folder) == [0, 0, 15]


def test_it_leaves_a_folder_alone_that_a_server_uses(folder: Path) -> None:
    with held(folder):
        assert call(folder).exit_code == 1
    assert lasts(folder) == [0, 0, 0]
