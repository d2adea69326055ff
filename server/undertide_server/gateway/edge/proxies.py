"""The client behind a request: its sender, or the address that a trusted proxy names. Pure.

Each proxy on the way adds the address of its caller to the end of `X-Forwarded-For`. The header is
believed from its end on, as long as the author of an entry is a trusted proxy.
"""

from collections.abc import Iterable
from typing import Final

from websockets.datastructures import Headers

from undertide_server.util.addresses import Networks, address_of

FORWARDED_FOR: Final = "X-Forwarded-For"
FORWARDED_BY: Final = "X-Forwarded-Proto"
MAX_HOPS: Final = 16
"""Proxies in a row that are followed: most servers have one or two."""


class Proxies:
    """The proxies that the operator trusts. Raises ValueError for a text that is no network."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._trusted = Networks(networks)

    def trusts(self, host: str) -> bool:
        """Return whether a peer is a trusted proxy."""
        return self._trusted.include(host)

    def client_of(self, host: str, headers: Headers) -> str:
        """Return the address for which a peer asks: its own, unless it is a trusted proxy.

        For a trusted proxy it is the last address in the header that is no trusted proxy itself. A
        word that is no address is not believed; then the address of the proxy that wrote it counts.
        """
        for word in _last_first(headers.get_all(FORWARDED_FOR)):
            if not self.trusts(host):
                break
            address = address_of(_without_port(word))
            if address is None:
                break
            host = str(address)
        return host

    def is_secure(self, host: str, headers: Headers) -> bool:
        """Return whether a trusted proxy says that its client used TLS."""
        said = headers.get_all(FORWARDED_BY)
        return self.trusts(host) and [each.strip().lower() for each in said] == ["https"]


def _last_first(values: list[str]) -> list[str]:
    """Return the last words of all these headers, the very last one first."""
    words = [word.strip() for value in values for word in value.split(",")]
    return words[: -MAX_HOPS - 1 : -1]


def _without_port(word: str) -> str:
    """Return an address without the brackets and the port that some proxies write."""
    if word.startswith("["):
        return word[1:].partition("]")[0]
    return word.partition(":")[0] if word.count(":") == 1 else word
