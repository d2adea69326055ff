"""The operator's view of a running server, and the addresses that may read it."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from ipaddress import ip_network
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.admission import Admission
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.edge.proxies import Proxies
from undertide_server.gateway.http.history import SAMPLE_SECONDS, History
from undertide_server.gateway.http.machine import Machine
from undertide_server.gateway.http.readiness import Readiness
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, Route, SlowRoute
from undertide_server.gateway.http.status import StatusPage, status_files
from undertide_server.sessions.registry import Registry
from undertide_server.util.addresses import address_of, as_address_keys

if TYPE_CHECKING:
    from undertide_server.gateway.http.metrics import Metrics


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


class Operations:
    """The history of one server, and the answers to its operator's requests by HTTP.

    `census` returns the present counts.
    """

    def __init__(
        self,
        settings: ServerSettings,
        registry: Registry,
        counters: Counters,
        admission: Admission,
        census: Callable[[], Census],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self.openness = Openness(settings)
        self.readiness = readiness = Readiness(settings, registry, admission)
        self.census = census
        self.counters = counters
        self._machine = Machine()
        begun = self._machine.moment()
        self._history = History(counters, begun)
        self.metrics = _metrics(counters, census, lambda: not readiness.obstacles())
        name = settings.server.name
        self.status = StatusPage(
            name, registry, readiness, self._history, begun.wall, admission, self._loop.time
        )
        self._timer: asyncio.TimerHandle | None = None

    def routes(self, missing: Route) -> dict[str, Route]:
        """Return the routes of the operator's pages; for most of them others get `missing`."""
        own = {"/status.json": self.status.answer, **status_files()}
        if self.metrics is not None:
            own["/metrics"] = self.metrics.answer
        guarded = self.openness.guarded(own.items(), missing)
        return {"/readyz": self.readiness.answer, **guarded}

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on."""
        self.openness.apply_settings(settings)
        self.readiness.apply_settings(settings)
        self.status.name = settings.server.name

    def start(self) -> None:
        """Take a sample now, and again at regular intervals."""
        self._history.record_sample(self._machine.moment(), self.census())
        self._timer = self._loop.call_later(SAMPLE_SECONDS, self.start)

    def turn_away(self) -> None:
        """Answer `/readyz` from now on that the server is about to stop."""
        self.readiness.stopping = True

    def stop(self) -> None:
        """Turn newcomers away and take no more samples."""
        self.turn_away()
        if self._timer is not None:
            self._timer.cancel()


def _metrics(
    counters: Counters, census: Callable[[], Census], is_ready: Callable[[], bool]
) -> "Metrics | None":
    """Return the metrics; None where the extra `server` is not installed."""
    if find_spec("prometheus_client") is None:
        return None
    from undertide_server.gateway.http.metrics import Metrics  # noqa: PLC0415

    return Metrics(counters, census, is_ready)
