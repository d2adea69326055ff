"""Which addresses may read what is for the host alone. Pure."""

from collections.abc import Iterable
from ipaddress import ip_network
from typing import Final
from urllib.parse import urlsplit

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.edge.proxies import Proxies
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, Route
from undertide_server.util.addresses import address_of, as_address_keys

FORWARDED: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Real-IP")
"""Headers by which a proxy shows that it asks for somebody else."""
LOCAL: Final = (".home.arpa", ".internal", ".local", ".localhost", ".test")
"""How names end that only a machine or its own network gives (RFC 6761, 6762 and 8375)."""


class Openness:
    """Who may read what is for the host alone, by its settings."""

    def __init__(self, settings: ServerSettings) -> None:
        self.apply_settings(settings)

    def apply_settings(self, settings: ServerSettings) -> None:
        """Go by these settings from now on."""
        self._networks = [as_address_keys(ip_network(each)) for each in settings.operations.open_to]
        self._proxies = Proxies(settings.server.proxies)

    def may_read(self, asked: HttpRequest) -> bool:
        """Whether whoever asks is in a network of the host's own, and asks for nobody else.

        Nobody is known behind a proxy that the host does not trust: it may ask for anybody. Nor
        behind a name that may be anybody's: a foreign page that a browser here shows asks by its
        own name, which its maker can give any address, this server's too.
        """
        if not _is_own_name(asked.address):
            return False
        forwarded = any(header in asked.headers for header in FORWARDED)
        if forwarded and not self._proxies.trusts(asked.peer):
            return False
        address = address_of(asked.address_key)
        return address is not None and any(address in network for network in self._networks)

    def guarded(self, routes: Iterable[tuple[str, Route]], missing: Route) -> dict[str, Route]:
        """Return routes that are there for those alone; for others they are `missing`."""
        return {path: self._guarded(route, missing) for path, route in routes}

    def _guarded(self, route: Route, missing: Route) -> Route:
        def answer(asked: HttpRequest) -> HttpResponse:
            return route(asked) if self.may_read(asked) else missing(asked)

        return answer


def _is_own_name(address: str) -> bool:
    """Whether a server that is found there goes by a name that no stranger can give.

    Strangers' names have dots in them. By TLS it has shown that the name is its own.
    """
    site = urlsplit(address)
    name = (site.hostname or "").rstrip(".")
    is_public = "." in name and not name.endswith(LOCAL) and address_of(name) is None
    return site.scheme == "wss" or not is_public
