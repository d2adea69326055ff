"""The operator's view of a running server: metrics, readiness and the status page."""

import asyncio
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from undertide_server.cluster.other_nodes import OtherNodes
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.admission import Admission
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.history import SAMPLE_SECONDS, History
from undertide_server.gateway.http.machine import Machine
from undertide_server.gateway.http.nodes.whole_server import WholeServer, figures_of
from undertide_server.gateway.http.openness import Openness
from undertide_server.gateway.http.readiness import Readiness
from undertide_server.gateway.http.routes import Route, SlowRoute
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
        self._openness = Openness(settings)
        self._readiness = readiness = Readiness(settings, registry, admission)
        self._census = census
        self._counters = counters
        self._machine = Machine()
        begun = self._machine.moment()
        self._history = History(counters, begun)
        self._metrics = _metrics(counters, census, lambda: not readiness.obstacles())
        name = settings.server.name
        self._status = StatusPage(
            name, registry, readiness, self._history, begun.wall, admission, self._loop.time
        )
        self._timer: asyncio.TimerHandle | None = None

    def routes(self, missing: Route) -> dict[str, Route]:
        """Return the routes of the operator's pages; for most of them others get `missing`."""
        own = {"/status.json": self._status.answer, **status_files()}
        if self._metrics is not None:
            own["/metrics"] = self._metrics.answer
        guarded = self._openness.guarded(own.items(), missing)
        return {"/readyz": self._readiness.answer, **guarded}

    def join(self, others: OtherNodes, missing: Route) -> dict[str, SlowRoute]:
        """Answer for the other workers of the server as well, and answer their questions.

        Returns the routes for which this worker asks the others, by the first part of their path.
        They take the place of those of `routes`.
        """
        roster = others.roster
        self._readiness.has_lease = lambda: roster.has_lease(self._loop.time())
        parts = self._status, self._metrics, self._readiness
        whole = WholeServer(others, *parts, lambda: figures_of(self._census(), self._counters))
        guarded = self._openness.guarded_slowly(whole.operator_routes(), missing)
        return {"readyz": whole.answer_readiness, **guarded}

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on."""
        self._openness.apply_settings(settings)
        self._readiness.apply_settings(settings)
        self._status.name = settings.server.name

    def start(self) -> None:
        """Take a sample now, and again at regular intervals."""
        self._history.take(self._machine.moment(), self._census())
        self._timer = self._loop.call_later(SAMPLE_SECONDS, self.start)

    def turn_away(self) -> None:
        """Answer `/readyz` from now on that the server is about to stop."""
        self._readiness.stopping = True

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
