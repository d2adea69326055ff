"""The address of a server, as people write it."""

from typing import Final
from urllib.parse import SplitResult, urlsplit

from undertide_client.net.errors import BadAddressError

SCHEMES: Final = ("ws", "wss")
MAX_ADDRESS: Final = 300
"""Characters: enough for the longest host name, a port and a path."""


def parse_address(text: str) -> str:
    """Return the WebSocket address that `text` means.

    `ws://HOST:PORT` and `wss://HOST:PORT` stay as they are; a bare `HOST:PORT` means ws. Raises
    BadAddressError.
    """
    bare = text.strip()
    if not bare.isprintable() or " " in bare or len(bare) > MAX_ADDRESS:
        raise BadAddressError("an address is one short word without spaces")
    parts = _split(bare if "://" in bare else f"ws://{bare}")
    if parts.scheme not in SCHEMES:
        raise BadAddressError(f"expected ws:// or wss://, not {parts.scheme}://")
    if not parts.hostname:
        raise BadAddressError("there is no host in it: expected ws://HOST:PORT")
    if "://" not in bare and _port(parts) is None:
        raise BadAddressError("there is no port in it: expected HOST:PORT")
    if parts.username is not None or parts.fragment:
        raise BadAddressError("expected ws://HOST:PORT and nothing else")
    _port(parts)
    return parts.geturl().rstrip("/")


def _split(text: str) -> SplitResult:
    try:
        return urlsplit(text)
    except ValueError as fault:
        raise BadAddressError(str(fault)) from fault


def _port(parts: SplitResult) -> int | None:
    try:
        port = parts.port
    except ValueError:
        raise BadAddressError("the port is a number from 1 to 65535") from None
    if port == 0:
        raise BadAddressError("nobody can connect to port 0")
    return port
