"""A server of two workers, all in processes of their own."""

import os
import re
import secrets
import signal
import socket
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from support.gateway.real_gateway import http_get
from support.processes.commands import LONGEST, Serving, serving, undertide

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has workers")


def processes(server: Serving) -> list[int]:
    """Return the processes of the workers that have been started."""
    found = re.findall(r'event="worker starts" worker=\S+ process=(\d+)', server.log)
    return [int(process) for process in found]


class Manager:
    """A manager of services, to which a server reports how it is."""

    def __init__(self, name: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{name}")
        self._socket.settimeout(LONGEST)

    def hears(self, words: str) -> None:
        """Wait for a report with these words."""
        while words not in self._socket.recv(4096).decode():
            pass

    def close(self) -> None:
        """Take no more reports."""
        self._socket.close()


async def test_workers_share_the_port_and_one_that_is_killed_is_replaced(tmp_path: Path) -> None:
    name = f"undertide-{secrets.token_hex(8)}"
    with (
        closing(Manager(name)) as manager,
        serving("--data", str(tmp_path), "--workers", "2", NOTIFY_SOCKET=f"@{name}") as server,
    ):
        assert await http_get(server.address, "/healthz") == (200, "ok\n")
        manager.hears(f"READY=1\nSTATUS={server.address}: 2 of 2 workers serve")
        first, _ = processes(server)
        os.kill(first, signal.SIGKILL)
        manager.hears("1 of 2 workers serve")
        assert await http_get(server.address, "/healthz") == (200, "ok\n")
        manager.hears("2 of 2 workers serve")
        assert "code=-9" in server.logged("worker ended")
        taken = undertide("serve", "--data", str(tmp_path / "other"), "--port", server.port)
        assert taken.returncode == 1
        assert "in use" in taken.stderr
        code, log = server.stop(signal.SIGTERM)
        manager.hears("STOPPING=1")
    assert code == 0
    assert log.count("event=stopped") == 2
    assert "all workers stopped" in log
    assert "Traceback" not in log
    assert len(processes(server)) == 3
    for process in processes(server):
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_workers_stop_once_their_supervisor_is_gone(tmp_path: Path) -> None:
    options = "--data", str(tmp_path), "--workers", "2"
    # A socket's path has at most some 100 characters, so it can't be pytest's.
    with tempfile.TemporaryDirectory() as folder, serving(*options, TMPDIR=folder) as server:
        server.logged("serving=2")
        assert list(Path(folder).iterdir())
        server.end()  # kills it, and waits until nobody can write to its log any more
        assert list(Path(folder).iterdir()) == []
    assert server.log.count("event=stopped") == 2
    assert "all workers stopped" not in server.log
