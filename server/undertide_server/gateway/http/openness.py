"""The addresses that may read the operator's pages. Pure."""

from collections.abc import Iterable, Mapping
from ipaddress import ip_network
from typing import Final
from urllib.parse import urlsplit

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.edge.proxies import Proxies
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, Route, SlowRoute
from undertide_server.util.addresses import address_of, as_address_keys

FORWARDED: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Real-IP")
"""Headers by which a proxy shows that it asks for somebody else."""
LOCAL: Final = (".home.arpa", ".internal", ".local", ".localhost", ".test")
"""Endings of names that only a machine or its own network gives (RFC 6761, 6762 and 8375)."""


class Openness:
    """The check of who may read the operator's pages, by the settings."""

    def __init__(self, settings: ServerSettings) -> None:
        self.apply_settings(settings)

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on."""
        self._networks = [as_address_keys(ip_network(each)) for each in settings.operations.open_to]
        self._proxies = Proxies(settings.server.proxies)

    def may_read(self, asked: HttpRequest) -> bool:
        """Return whether a request comes from one of the operator's networks, for nobody else.

        A request by a proxy that the operator does not trust is refused: it may ask for anybody. So
        is a request for a name that may be anybody's. A foreign page in a browser here asks for its
        own name, and its maker can give that name any address, including this server's.
        """
        if not _is_own_name(asked.address):
            return False
        forwarded = any(header in asked.headers for header in FORWARDED)
        if forwarded and not self._proxies.trusts(asked.peer):
            return False
        address = address_of(asked.address_key)
        return address is not None and any(address in network for network in self._networks)

    def guarded(self, routes: Iterable[tuple[str, Route]], missing: Route) -> dict[str, Route]:
        """Return routes for permitted readers alone; `missing` answers all others."""
        return {path: self._guarded(route, missing) for path, route in routes}

    def guarded_slowly(
        self, routes: Mapping[str, SlowRoute], missing: Route
    ) -> dict[str, SlowRoute]:
        """Return routes for permitted readers alone, like `guarded`."""
        return {path: self._guarded_slowly(route, missing) for path, route in routes.items()}

    def _guarded_slowly(self, route: SlowRoute, missing: Route) -> SlowRoute:
        async def answer(asked: HttpRequest) -> HttpResponse:
            return await route(asked) if self.may_read(asked) else missing(asked)

        return answer

    def _guarded(self, route: Route, missing: Route) -> Route:
        def answer(asked: HttpRequest) -> HttpResponse:
            return route(asked) if self.may_read(asked) else missing(asked)

        return answer


def _is_own_name(address: str) -> bool:
    """Return whether the server is addressed by a name that no stranger can give.

    Strangers' names have dots in them. With TLS the server has shown that the name is its own.
    """
    site = urlsplit(address)
    name = (site.hostname or "").rstrip(".")
    is_public = "." in name and not name.endswith(LOCAL) and address_of(name) is None
    return site.scheme == "wss" or not is_public
