"""A server of two workers, all in processes of their own."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from support.gateway.real_gateway import http_get
from support.processes.commands import Serving, serving, undertide

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has workers")


def processes(server: Serving) -> list[int]:
    """Return the processes of the workers that have been started."""
    found = re.findall(r'event="worker starts" worker=\S+ process=(\d+)', server.log)
    return [int(process) for process in found]


async def test_workers_share_the_port_and_one_that_is_killed_is_replaced(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path), "--workers", "2") as server:
        assert await http_get(server.address, "/healthz") == (200, "ok\n")
        server.logged("serving=2")
        first, _ = processes(server)
        os.kill(first, signal.SIGKILL)
        server.logged("serving=1")
        assert await http_get(server.address, "/healthz") == (200, "ok\n")
        server.logged_until(lambda log: log.count("serving=2") == 2)
        assert "code=-9" in server.logged("worker ended")
        taken = undertide("serve", "--data", str(tmp_path / "other"), "--port", server.port)
        assert taken.returncode == 1
        assert "in use" in taken.stderr
        code, log = server.stop(signal.SIGTERM)
    assert code == 0
    assert log.count("event=stopped") == 2
    assert "all workers stopped" in log
    assert "Traceback" not in log
    assert len(processes(server)) == 3
    for process in processes(server):
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


async def test_workers_stop_once_their_supervisor_is_gone(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path), "--workers", "2") as server:
        server.logged("serving=2")
        server.end()  # kills it, and waits until nobody can write to its log any more
    assert server.log.count("event=stopped") == 2
    assert "all workers stopped" not in server.log
