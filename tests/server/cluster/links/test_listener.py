"""Where a node listens for links."""

import socket
from contextlib import closing
from pathlib import Path

import pytest

from undertide_server.cluster.links.address import HostPort
from undertide_server.cluster.links.listener import LinkListener

LOOPBACK = "127.0.0.1"


def test_a_free_port_is_known_before_anybody_dials() -> None:
    with closing(LinkListener.at_port(HostPort(LOOPBACK, 0))) as listener:
        place = HostPort.parse(listener.address)
        assert (place.host, place.port > 0) == (LOOPBACK, True)
        with socket.create_connection((LOOPBACK, place.port)):
            pass


def test_a_loopback_address_is_reached_from_this_machine_alone() -> None:
    with closing(LinkListener.at_port(HostPort(LOOPBACK, 0))) as listener:
        assert [each.getsockname()[0] for each in listener.sockets] == [LOOPBACK]


def test_another_address_may_be_that_of_a_router() -> None:
    with closing(LinkListener.at_port(HostPort("192.0.2.1", 0))) as listener:
        place = HostPort.parse(listener.address)
        assert place.host == "192.0.2.1"
        with socket.create_connection((LOOPBACK, place.port)):
            pass


def test_a_port_that_is_taken_is_told() -> None:
    with (
        closing(LinkListener.at_port(HostPort(LOOPBACK, 0))) as listener,
        pytest.raises(OSError, match="in use"),
    ):
        LinkListener.at_port(HostPort.parse(listener.address))


def test_a_unix_socket_takes_the_place_of_one_that_was_left(tmp_path: Path) -> None:
    path = tmp_path / "node"
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(path))
    left.close()
    with closing(LinkListener.at_socket(path)) as listener:
        assert (listener.address, listener.certificate) == (str(path), b"")
        with socket.socket(socket.AF_UNIX) as dialled:
            dialled.connect(str(path))
    assert not path.exists()
