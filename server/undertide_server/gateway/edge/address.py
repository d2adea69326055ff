"""The address under which others find a server."""

import socket
from typing import Final

WILDCARDS: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  (compared with, not listened on)
ELSEWHERE: Final[dict[int, str]] = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are nobody's (RFC 5737, RFC 3849): the way there starts where all others do."""


def websocket_address(family: int, host: str, port: int, *, tls: bool = False) -> str:
    """Return the address that clients open, such as `ws://127.0.0.1:4414`; by TLS, `wss://`.

    A socket that listens everywhere is named by the address that the network sees of this machine.
    """
    if host in WILDCARDS:
        host = _outward(family) or "127.0.0.1"
    scheme = "wss" if tls else "ws"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def _outward(family: int) -> str | None:
    """Return this machine's own address on the way to elsewhere. Nothing is sent for that."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE[family], 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
