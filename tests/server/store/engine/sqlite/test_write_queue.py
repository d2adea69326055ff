"""The queue in front of a file: one turn at a time, and nobody waits for ever."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from support.processes.waiting import LONGEST
from support.sessions.kept_runs import header, ticks
from undertide_server.store.engine.sqlite.write_queue import CAN_QUEUE, WriteQueue
from undertide_server.store.reader import Reader
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun

pytestmark = pytest.mark.skipif(not CAN_QUEUE, reason="the system has no such locks")
IMPATIENCE = 0.001


@pytest.fixture
def first(tmp_path: Path) -> Iterator[WriteQueue]:
    with closing(WriteQueue(tmp_path / "runs.db", LONGEST)) as queue:
        yield queue


def test_one_has_its_turn_after_the_other(first: WriteQueue, tmp_path: Path) -> None:
    turns: list[str] = []
    asks = threading.Event()

    def wait_for_turn() -> None:
        with closing(WriteQueue(tmp_path / "runs.db", LONGEST)) as second:
            for _ in range(3):
                asks.set()
                with second.turn():
                    turns.append("second")

    with ThreadPoolExecutor() as threads:
        with first.turn():
            waits = threads.submit(wait_for_turn)
            assert asks.wait(LONGEST)
            turns.append("first")
        waits.result(LONGEST)
    assert turns == ["first", "second", "second", "second"]


def test_whoever_waits_too_long_goes_on_without_a_turn_and_queues_again_later(
    first: WriteQueue, tmp_path: Path
) -> None:
    with closing(WriteQueue(tmp_path / "runs.db", IMPATIENCE)) as second:
        with first.turn():
            with second.turn():
                pass
            second._patience = 3600.0  # noqa: SLF001
            with second.turn():  # It waits no second time for whoever was stopped in its turn.
                pass
        # The turn that nobody waits for any more goes back: others don't wait for it.
        with first.turn():
            pass
        with closing(WriteQueue(tmp_path / "runs.db", LONGEST)) as third, third.turn():
            pass


def test_a_queue_that_is_closed_while_it_waits_keeps_no_turn(
    first: WriteQueue, tmp_path: Path
) -> None:
    with first.turn():
        second = WriteQueue(tmp_path / "runs.db", IMPATIENCE)
        with second.turn():
            pass
        second.close()
    with first.turn():
        pass


def test_writers_of_one_folder_at_the_same_time_write_all_they_have(tmp_path: Path) -> None:
    Writer(tmp_path).close()

    def write(run: str) -> None:
        with closing(Writer(tmp_path)) as writer:
            writer.apply([Begun(header(run))])
            for step in range(1, 21):
                assert writer.apply([Appended(run, ticks(step, 1), (), step)]) == []

    with ThreadPoolExecutor() as threads:
        list(threads.map(write, ["r1", "r2", "r3"]))
    with Reader(tmp_path) as reader:
        assert [reader.info(run).steps for run in ("r1", "r2", "r3")] == [20, 20, 20]
