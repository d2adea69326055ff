import errno
import socket

import pytest

from undertide_server.util import listening
from undertide_server.util.listening import bind_everywhere, listen_everywhere


def close_all(sockets: list[socket.socket]) -> None:
    for each in sockets:
        each.close()


def test_both_families_have_the_same_port() -> None:
    sockets = listen_everywhere(0, backlog=1, reuse_port=False)
    try:
        port = sockets[0].getsockname()[1]
        for each, host in zip(sockets, ("127.0.0.1", "::1"), strict=False):
            assert each.getsockname()[1] == port
            with socket.create_connection((host, port)) as client:
                accepted, peer = each.accept()
                accepted.close()
                assert peer[:2] == client.getsockname()[:2]
    finally:
        close_all(sockets)


def without_ipv6(fault: int) -> listening.BindSocket:
    def bind(family: int, address: tuple[str, int]) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(fault, "no")
        return socket.create_server(address, family=family)

    return bind


@pytest.mark.parametrize("fault", [errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL])
def test_a_system_without_ipv6_has_one_socket(fault: int) -> None:
    sockets = bind_everywhere(0, without_ipv6(fault))
    assert [each.family for each in sockets] == [socket.AF_INET]
    close_all(sockets)


def test_a_port_that_another_program_has_in_ipv6_is_refused() -> None:
    bound: list[socket.socket] = []

    def bind(family: int, address: tuple[str, int]) -> socket.socket:
        bound.append(without_ipv6(errno.EADDRINUSE)(family, address))
        return bound[-1]

    with pytest.raises(OSError, match="no"):
        bind_everywhere(0, bind)
    assert [each.fileno() for each in bound] == [-1]
