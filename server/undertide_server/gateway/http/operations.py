"""The operator's view of a running server: metrics, readiness and the status page."""

import asyncio
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.admission import Admission
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.history import SAMPLE_SECONDS, History
from undertide_server.gateway.http.machine import Machine
from undertide_server.gateway.http.openness import Openness
from undertide_server.gateway.http.readiness import Readiness
from undertide_server.gateway.http.routes import Route
from undertide_server.gateway.http.status import StatusPage, status_files
from undertide_server.sessions.registry import Registry

if TYPE_CHECKING:
    from undertide_server.gateway.http.metrics import Metrics


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
