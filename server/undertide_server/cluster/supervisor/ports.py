"""A port that several processes share: the system spreads new connections over them."""

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from undertide_server.cluster.supervisor.errors import WorkersUnavailableError
from undertide_server.util.closing import closed_on_fault
from undertide_server.util.listening import bind_everywhere
from undertide_shared.own_addresses import WILDCARDS

Address = tuple[Any, ...]
"""An address of a socket: host and port, and two numbers more in IPv6."""


@contextmanager
def shared_port(host: str, port: int) -> Iterator[int]:
    """Reserve a port for this process and those that it starts; yield its number.

    The reserving sockets don't listen, so they get no connection. 0 picks a free port.

    Raises OSError if another program has the port, and WorkersUnavailableError where processes
    can't share one.
    """
    check_system()
    with ExitStack() as opened:
        if host in WILDCARDS:
            for reserving in bind_everywhere(port, _reserved):
                opened.enter_context(reserving)
                port = reserving.getsockname()[1]
        else:
            for family, address in _addresses(host, port):
                wanted = (address[0], port, *address[2:])
                reserving = opened.enter_context(_reserved(family, wanted))
                port = reserving.getsockname()[1]
        yield port


def check_system() -> None:
    """Raise WorkersUnavailableError on a system where workers can't share a port.

    Other systems know the option too, but give all connections to one process.
    """
    if sys.platform != "linux":
        raise WorkersUnavailableError(
            "--workers needs Linux: other systems don't spread the connections to a port over"
            " several processes"
        )


def _addresses(host: str, port: int) -> list[tuple[int, Address]]:
    """Return the addresses of a host with their families, each once. Raises OSError."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys((family, address) for family, _, _, _, address in found))


def _reserved(family: int, address: Address) -> socket.socket:
    """Return a socket that reserves a port, 0 for a free one.

    Raises OSError if anybody has the port, also a server that would share it.
    """
    if address[1]:
        _bound(family, address, shared=False).close()
    return _bound(family, address, shared=True)


def _bound(family: int, address: Address, *, shared: bool) -> socket.socket:
    """Return a socket that has a port. Raises OSError."""
    bound = socket.socket(family, socket.SOCK_STREAM)
    with closed_on_fault(bound):
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind(address)
    return bound
