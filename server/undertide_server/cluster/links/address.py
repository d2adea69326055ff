"""Addresses at which nodes listen for links: a Unix socket, or a host and a port."""

import ipaddress
from dataclasses import dataclass, field
from typing import Final, Self

from undertide_server.cluster.links.errors import BadLinkAddressError
from undertide_server.store.leases import Node

MOST_PORT: Final = 2**16 - 1
"""The highest port of TCP."""
MOST_HOST: Final = 253
"""Characters of the longest name of a host."""


@dataclass(frozen=True, slots=True)
class HostPort:
    """A host and a port at which other machines reach a node."""

    host: str
    """A name, or an address of IP without brackets."""
    port: int
    """The port; 0 for a free one, which the system chooses."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the address that a text states, such as `10.0.0.5:4700` or `[fd00::5]:4700`.

        Raises BadLinkAddressError.
        """
        host, colon, port = text.rpartition(":")
        if host.startswith("[") and host.endswith("]"):
            host = host[1:-1]
        elif ":" in host:
            raise BadLinkAddressError(text, "an address of IPv6 stands in brackets")
        if not (colon and host and port.isascii() and port.isdigit()):
            raise BadLinkAddressError(text, "a host, a colon and a port are expected")
        if len(host) > MOST_HOST or not host.isprintable() or " " in host:
            raise BadLinkAddressError(text, "its host is no name of a host")
        if len(port) > len(str(MOST_PORT)) or int(port) > MOST_PORT:
            raise BadLinkAddressError(text, f"a port is at most {MOST_PORT}")
        return cls(host, int(port))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine reaches the host."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


@dataclass(frozen=True, slots=True)
class NodeAddress:
    """Where a node listens for links, and what its fronts must know."""

    place: str
    """The path of a Unix socket, or a host and a port as `HostPort` writes them."""
    key: bytes = field(repr=False)
    """The key that its fronts must show."""
    certificate: bytes = b""
    """The certificate, in DER, that it shows at a host and a port."""

    @classmethod
    def of(cls, node: Node) -> Self:
        """Return the address that a node has entered in the store."""
        return cls(node.address, node.key, node.certificate)

    @property
    def is_socket(self) -> bool:
        """Whether it is a Unix socket: paths of those are absolute."""
        return self.place.startswith("/")
