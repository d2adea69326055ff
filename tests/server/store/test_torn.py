"""A torn log: what was durable before the tear is there, and what comes after it is not guessed."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.sessions.kept_runs import header, varied
from undertide_server.store.database import FILE
from undertide_server.store.reader import Reader
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun

STEPS = 40
FILES = (FILE, f"{FILE}-wal")


@pytest.fixture(scope="module")
def ends() -> list[int]:
    """The size of the log after each step."""
    return []


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory, ends: list[int]) -> Path:
    """The files of a writer that was killed after so many transactions, each of one step."""
    folder, copy = tmp_path_factory.mktemp("live"), tmp_path_factory.mktemp("killed")
    writer = Writer(folder)
    writer.apply([Begun(header())])
    for step in range(1, STEPS + 1):
        writer.apply([Appended("r1", varied(step, 1), (), step)])
        ends.append((folder / FILES[1]).stat().st_size)
    for name in FILES:
        shutil.copy(folder / name, copy / name)
    writer.close()
    return copy


def steps_after(killed: Path, folder: Path, log: bytes) -> int:
    """Return how many steps are found with another log in place; they must be the first ones."""
    shutil.copy(killed / FILE, folder / FILE)
    (folder / FILES[1]).write_bytes(log)
    try:
        Writer(folder).close()
        with Reader(folder) as reader:
            if not reader.runs():
                return 0
            found = list(reader.steps("r1"))
            assert reader.info("r1").steps == len(found)
    finally:
        for file in folder.iterdir():
            file.unlink()
    assert found == list(varied(1, len(found)))
    return len(found)


def test_a_whole_log_has_every_step(killed: Path, tmp_path: Path) -> None:
    assert steps_after(killed, tmp_path, (killed / FILES[1]).read_bytes()) == STEPS


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(share=st.floats(0.0, 1.0))
def test_a_log_that_was_cut_has_the_steps_before_the_cut(
    killed: Path, ends: list[int], tmp_path: Path, share: float
) -> None:
    whole = (killed / FILES[1]).read_bytes()
    cut = int(len(whole) * share)
    assert steps_after(killed, tmp_path, whole[:cut]) == sum(end <= cut for end in ends)


def test_a_torn_last_page_costs_the_last_step_alone(killed: Path, tmp_path: Path) -> None:
    log = bytearray((killed / FILES[1]).read_bytes())
    log[-2000:] = bytes(2000)
    assert steps_after(killed, tmp_path, bytes(log)) == STEPS - 1


def test_a_writer_goes_on_after_the_tear(killed: Path, tmp_path: Path) -> None:
    for name in FILES:
        shutil.copy(killed / name, tmp_path / name)
    with (tmp_path / FILES[1]).open("r+b") as log:
        log.truncate((killed / FILES[1]).stat().st_size - 100)
    writer = Writer(tmp_path)
    writer.apply([Appended("r1", varied(STEPS, 2), (), STEPS + 1)])
    writer.close()
    with Reader(tmp_path) as reader:
        assert list(reader.steps("r1")) == list(varied(1, STEPS + 1))
