"""A server's address as people write it."""

from typing import Final
from urllib.parse import SplitResult, urlsplit

SCHEMES: Final = ("ws", "wss")
MAX_ADDRESS: Final = 300
"""Characters: the longest host name there can be, a port and a path."""


class BadAddress(ValueError):
    """What was written is no server's address. Its text says why."""


def parse_address(text: str) -> str:
    """Return the WebSocket address that `text` means.

    `ws://HOST:PORT` and `wss://HOST:PORT` are taken as they are, a bare `HOST:PORT` as ws. Raises
    BadAddress.
    """
    bare = text.strip()
    if not bare.isprintable() or " " in bare or len(bare) > MAX_ADDRESS:
        raise BadAddress("an address is one short word without spaces")
    parts = _split(bare if "://" in bare else f"ws://{bare}")
    if parts.scheme not in SCHEMES:
        raise BadAddress(f"expected ws:// or wss://, not {parts.scheme}://")
    if not parts.hostname:
        raise BadAddress("there is no host in it: expected ws://HOST:PORT")
    if "://" not in bare and _port(parts) is None:
        raise BadAddress("there is no port in it: expected HOST:PORT")
    if parts.username is not None or parts.fragment:
        raise BadAddress("expected ws://HOST:PORT and nothing else")
    _port(parts)
    return parts.geturl().rstrip("/")


def _split(text: str) -> SplitResult:
    try:
        return urlsplit(text)
    except ValueError as fault:
        raise BadAddress(str(fault)) from fault


def _port(parts: SplitResult) -> int | None:
    try:
        port = parts.port
    except ValueError:
        raise BadAddress("the port is a number from 1 to 65535") from None
    if port == 0:
        raise BadAddress("port 0 is none to connect to")
    return port
