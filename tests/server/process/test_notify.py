import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.processes.waiting import LONGEST
from undertide_server.process.notify import NAMED, Notifier

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such sockets")


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """Listen as systemd does: by a path, or by a name that is in no folder."""
    if request.param == "abstract" and sys.platform != "linux":
        pytest.skip("only Linux has abstract names")
    place = str(tmp_path / "notify")
    name = f"@{place}" if request.param == "abstract" else place
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{place}" if request.param == "abstract" else place)
        listening.settimeout(LONGEST)
        yield name, listening


def test_the_manager_is_told_how_far_the_server_is(manager: tuple[str, socket.socket]) -> None:
    name, listening = manager
    notifier = Notifier({NAMED: name})
    notifier.ready("ws://here:1")
    assert listening.recv(1000) == b"READY=1\nSTATUS=ws://here:1"
    notifier.reloading()
    assert listening.recv(1000).startswith(b"RELOADING=1\nMONOTONIC_USEC=")
    notifier.stopping()
    assert listening.recv(1000) == b"STOPPING=1"


def test_without_a_manager_no_socket_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[object]()
    monkeypatch.setattr(socket, "socket", lambda *kind: opened.append(kind))
    Notifier({}).ready("ws://here:1")
    Notifier({NAMED: ""}).stopping()
    assert opened == []


def test_a_report_that_nobody_takes_is_dropped_and_the_next_is_sent(tmp_path: Path) -> None:
    path = str(tmp_path / "notify")
    notifier = Notifier({NAMED: path})
    notifier.ready("ws://here:1")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(path)
        listening.settimeout(LONGEST)
        notifier.stopping()
        assert listening.recv(1000) == b"STOPPING=1"
