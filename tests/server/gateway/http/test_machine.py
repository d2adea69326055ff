import sys
import time
from threading import Thread

import pytest

from undertide_server.gateway.http.machine import Machine

WORK = 0.02
"""CPU seconds."""
BLOCK = 64 * 1024 * 1024
"""Bytes."""


def work() -> None:
    """Use CPU time in this thread."""
    end = time.thread_time() + WORK
    while time.thread_time() < end:
        pass


def test_the_work_of_another_thread_counts() -> None:
    machine = Machine()
    before = machine.moment()
    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert machine.moment().cpu - before.cpu >= WORK


def test_a_wall_clock_that_is_set_back_leaves_the_other_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine()
    before = machine.moment()
    monkeypatch.setattr(time, "time", lambda: before.wall - 3600)
    after = machine.moment()
    assert after.wall == before.wall - 3600
    assert after.clock >= before.clock


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_memory_that_is_written_to_counts() -> None:
    machine = Machine()
    before = machine.moment().memory
    block = b"x" * BLOCK
    assert machine.moment().memory - before > len(block) / 2
