"""Sockets that listen on all addresses of this machine, those that it gets later included."""

import errno
import socket
from collections.abc import Callable
from typing import Final

from undertide_server.util.closing import closed_on_fault
from undertide_shared.own_addresses import EVERY_IPV4, EVERYWHERE

WITHOUT_FAMILY: Final = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL})
"""How a system refuses IPv6 if it has none."""

BindSocket = Callable[[int, tuple[str, int]], socket.socket]
"""Returns a socket of a family that is bound to an address."""


def bind_everywhere(port: int, bind: BindSocket) -> list[socket.socket]:
    """Return a socket of IPv4, and one of IPv6 at the same port where the system has IPv6.

    Two of them, so that peers by IPv4 keep addresses of IPv4. If `port` is 0, it is a free one.
    Raises OSError.
    """
    bound = bind(socket.AF_INET, (EVERY_IPV4, port))
    with closed_on_fault(bound):
        try:
            return [bound, bind(socket.AF_INET6, (EVERYWHERE, bound.getsockname()[1]))]
        except OSError as fault:
            if fault.errno not in WITHOUT_FAMILY:
                raise
            return [bound]


def listen_everywhere(port: int, *, backlog: int, reuse_port: bool) -> list[socket.socket]:
    """Return sockets that listen on all addresses at `port`; see `bind_everywhere`."""

    def bind(family: int, address: tuple[str, int]) -> socket.socket:
        return socket.create_server(address, family=family, backlog=backlog, reuse_port=reuse_port)

    return bind_everywhere(port, bind)
