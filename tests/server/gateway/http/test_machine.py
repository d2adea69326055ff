import sys

import pytest

from undertide_server.gateway.http.machine import Machine


def test_readings_go_forward() -> None:
    machine = Machine()
    one = machine.moment()
    sum(range(100_000))
    other = machine.moment()
    assert other.clock >= one.clock
    assert other.cpu >= one.cpu > 0


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_memory_is_that_of_this_process() -> None:
    assert Machine().moment().memory > 10**7
