import os
import threading
from collections.abc import Iterator

import pytest

from support.processes.waiting import LONGEST
from undertide_server.cluster.supervisor.process import DRAIN, MAX_LINE, SupervisorLine


@pytest.fixture
def pipe() -> Iterator[tuple[int, SupervisorLine]]:
    """Return the supervisor's end of a pipe, and a worker's line at the other."""
    reading, writing = os.pipe()
    with os.fdopen(reading):
        yield writing, SupervisorLine(reading)


def test_lines_come_one_by_one_however_they_were_written(pipe: tuple[int, SupervisorLine]) -> None:
    writing, line = pipe
    os.write(writing, b"setup\ndr")
    os.write(writing, b"ain\n")
    os.close(writing)
    assert [line.read() for _ in range(3)] == [b"setup\n", b"drain\n", b""]


def test_a_line_without_an_end_is_none(pipe: tuple[int, SupervisorLine]) -> None:
    writing, line = pipe
    writer = threading.Thread(target=os.write, args=(writing, b"x" * (MAX_LINE + 1)))
    writer.start()
    assert line.read() == b""
    writer.join()
    os.close(writing)


def test_a_worker_hears_that_it_is_to_drain_and_that_its_supervisor_is_gone(
    pipe: tuple[int, SupervisorLine],
) -> None:
    writing, line = pipe
    is_to_drain, is_alone = threading.Event(), threading.Event()
    line.listen(is_to_drain.set, is_alone.set)
    os.write(writing, b"what a later version may say\n" + DRAIN)
    assert is_to_drain.wait(LONGEST)
    assert not is_alone.is_set()
    os.close(writing)
    assert is_alone.wait(LONGEST)
