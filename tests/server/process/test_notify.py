import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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
        listening.settimeout(10)
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


def test_without_a_manager_nobody_is_told() -> None:
    Notifier({}).ready("ws://here:1")


def test_a_manager_that_is_gone_stops_no_server(tmp_path: Path) -> None:
    Notifier({NAMED: str(tmp_path / "gone")}).ready("ws://here:1")
