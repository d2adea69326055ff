import socket
import sys

import pytest

from undertide_server.cluster.supervisor.errors import WorkersUnavailableError
from undertide_server.cluster.supervisor.ports import shared_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux spreads connections")
LOCAL = "127.0.0.1"


def listener(port: int) -> socket.socket:
    """Return a socket that listens at a shared port, as a worker's."""
    return socket.create_server((LOCAL, port), reuse_port=True)


def test_several_sockets_listen_at_a_free_port_that_stays_the_same() -> None:
    with shared_port(LOCAL, 0) as port:
        assert port
        with listener(port), listener(port):
            pass
        with listener(port):
            pass


def test_everywhere_is_reserved_in_both_families() -> None:
    with shared_port("0.0.0.0", 0) as port:
        for family, host in ((socket.AF_INET, LOCAL), (socket.AF_INET6, "::1")):
            with socket.socket(family) as other, pytest.raises(OSError, match="in use"):
                other.bind((host, port))


def test_a_port_is_free_again_afterwards() -> None:
    with shared_port(LOCAL, 0) as port:
        pass
    with shared_port(LOCAL, port) as again:
        assert again == port


def test_a_port_at_which_another_program_listens_is_refused() -> None:
    with socket.create_server((LOCAL, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use"), shared_port(LOCAL, port):
            pass


def test_a_port_at_which_the_workers_of_another_server_listen_is_refused() -> None:
    with (
        shared_port(LOCAL, 0) as port,
        listener(port),
        pytest.raises(OSError, match="in use"),
        shared_port(LOCAL, port),
    ):
        pass


def test_other_systems_are_told_that_they_have_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(WorkersUnavailableError, match="needs Linux"), shared_port(LOCAL, 0):
        pass
