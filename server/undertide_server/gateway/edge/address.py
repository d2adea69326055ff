"""The address under which others find a server, and the ports at which it listens."""

import socket
from dataclasses import dataclass
from typing import Final

WILDCARDS: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  (compared with, not listened on)
ELSEWHERE: Final[dict[int, str]] = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that belong to nobody (RFC 5737, RFC 3849). The route to them starts like all
others."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The ports of a server, as far as the settings don't name them."""

    ssh: int | None = None
    """The port for visitors by ssh; None for none."""
    are_shared: bool = False
    """Whether other processes listen at the same ports. Only some systems can share them."""


def websocket_address(family: int, host: str, port: int, *, tls: bool = False) -> str:
    """Return the address that clients open, such as `ws://127.0.0.1:4414`; with TLS, `wss://`.

    For a socket that listens on all addresses, return this machine's address in its network.
    """
    if host in WILDCARDS:
        host = _outward(family) or "127.0.0.1"
    scheme = "wss" if tls else "ws"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def _outward(family: int) -> str | None:
    """Return this machine's own address on the route to the outside. This sends nothing."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE[family], 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
