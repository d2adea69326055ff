"""Where a node listens for links: bound before the node enters the store, so its address is known.

A node of one machine listens at a Unix socket. One of several machines listens at a port, inside
TLS, with a certificate that it has just made.
"""

import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from undertide_server.cluster.links.address import HostPort
from undertide_server.util.closing import closed_on_fault

BACKLOG: Final = 128
"""Connections that wait to be accepted: all nodes of a large cluster may dial at once."""


@dataclass(frozen=True, slots=True)
class LinkListener:
    """A place where links are accepted. `address` and `certificate` go into the node's row."""

    address: str
    sockets: tuple[socket.socket, ...]
    certificate: bytes = b""
    """The certificate that is shown there, in DER; empty at a Unix socket."""
    context: ssl.SSLContext | None = None
    """The context of TLS; None at a Unix socket."""

    @classmethod
    def at_socket(cls, path: Path) -> Self:
        """Return one at a Unix socket. Raises OSError."""
        path.unlink(missing_ok=True)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with closed_on_fault(listening):
            listening.bind(str(path))
            listening.listen(BACKLOG)
        return cls(str(path), (listening,))

    @classmethod
    def at_port(cls, advertised: HostPort) -> Self:
        """Return one that others reach as they are told here; port 0 is a free one.

        It listens on all addresses of this machine, since a name or an address that others use may
        be that of a router; for a loopback address on that one alone.

        Raises OSError if it can't listen there. Needs the extra `cluster`.
        """
        # A node at a Unix socket doesn't need the library.
        from undertide_server.cluster.links.certificates import fresh_certificate  # noqa: PLC0415

        certificate = fresh_certificate()
        listening = _bound(advertised)
        place = HostPort(advertised.host, listening.getsockname()[1])
        return cls(str(place), (listening,), certificate.shown, certificate.context)

    def close(self) -> None:
        """Listen no longer; remove a Unix socket from its folder."""
        for each in self.sockets:
            each.close()
        if self.context is None:
            with suppress(OSError):
                Path(self.address).unlink(missing_ok=True)


def _bound(place: HostPort) -> socket.socket:
    """Return a socket that listens at a port. Raises OSError."""
    if place.is_loopback:
        family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
        return socket.create_server((place.host, place.port), family=family, backlog=BACKLOG)
    if socket.has_dualstack_ipv6():
        return socket.create_server(
            ("", place.port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG
        )
    return socket.create_server(("", place.port), backlog=BACKLOG)
