"""The address and the ports at which a server listens."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ports:
    """The ports of a server, as far as the settings don't name them."""

    ssh: int | None = None
    """The port for visitors by ssh; None for none."""
    are_shared: bool = False
    """Whether other processes listen at the same ports. Only some systems can share them."""


def websocket_address(host: str, port: int, *, tls: bool = False) -> str:
    """Return the address of a server, such as `ws://127.0.0.1:4414`; with TLS, `wss://`."""
    scheme = "wss" if tls else "ws"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
