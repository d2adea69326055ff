"""`/metrics`: counters and gauges in the format that Prometheus reads.

Every label has one of a few values, known beforehand: strangers cannot create series.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Final

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters, Timing
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse
from undertide_server.simulation.version import RULES
from undertide_shared.build import Build, this_build
from undertide_shared.messages import PROTOCOL

GAUGES: Final[Mapping[str, str]] = {
    "connections": "Open connections, also those that the server is about to turn away.",
    "sessions": "Live sessions.",
    "seats": "Taken seats of live sessions, whether their players are connected or not.",
    "players": "Players who are connected to their seats.",
    "heroes": "Living heroes.",
    "watchers": "Spectators of live sessions.",
    "replays": "Open replays; each is a process of its own.",
    "runs_aside": "Runs that were set aside: this process can't play them. The log says why.",
    "uncommitted_steps": "Steps that wait to be written to the disk.",
    "held_parcels": "Messages that wait until the steps they show are written.",
    "waiting_writes": "Writes that wait for a transaction of the journal.",
    "unsent_bytes": "Bytes that wait for clients to read them.",
    "kept_bytes": "Bytes of all that is kept of runs; 0 without `--data`.",
    "reusable_bytes": "Bytes that deleted runs have left in the file, for new ones to take.",
    "render_bytes": "Bytes of that which are pictures of runs, for replays after updates.",
    "waiting_renders": "Runs that wait for their pictures to be made.",
    "failed_renders": "Failures to make the pictures of a run, since the server began.",
    "disk_free_bytes": "Bytes that are free on the disk of the data folder; 0 without one.",
    "disk_low": "1 while that is less than `storage.warn_free_bytes`, else 0.",
    "ssh_visitors": "Visitors by ssh who have logged in.",
    "ssh_logins": "Connections by ssh that have not logged in yet.",
    "sessions_by_one_address": (
        "Sessions that one address made, or brought back, in a day: the one that made most."
    ),
    "wanted_workers": "Worker processes that the operator wants: 1 without `--workers`.",
    "serving_workers": "Worker processes that serve, as this one knows them.",
    "relayed_members": "Members of sessions here whose clients are connected to other workers.",
    "lease_age_seconds": (
        "Seconds since this worker renewed its lease; after two, others may take its runs."
    ),
}
"""Help text for each count of a census."""


class Metrics(Collector):
    """All metrics of a server, in a collector registry of its own.

    `census` is called at each reading; `is_ready` returns the answer of `/readyz`.
    """

    def __init__(
        self, counters: Counters, census: Callable[[], Census], is_ready: Callable[[], bool]
    ) -> None:
        self._counters = counters
        self._census = census
        self._is_ready = is_ready
        self._build = this_build()
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def answer(self, _asked: HttpRequest) -> HttpResponse:
        """Answer with all metrics, in the text format."""
        return HttpResponse(self.text(), CONTENT_TYPE_LATEST)

    def text(self) -> bytes:
        """Return all metrics in the text format."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield each metric with its present value."""
        yield _build_info(self._build)
        said = "1 for each worker that answers; with several workers, 0 for those that don't."
        yield _gauge("worker_up", said, value=1)
        yield _gauge("ready", "1 while `/readyz` answers `ready`, else 0.", self._is_ready())
        yield from self._gauges()
        yield from self._timings()
        yield from self._totals()

    def _gauges(self) -> Iterator[Metric]:
        census = self._census()
        for each in fields(Census):
            yield _gauge(each.name, GAUGES[each.name], getattr(census, each.name))

    def _timings(self) -> Iterator[Metric]:
        counters = self._counters
        said = "Delay from the time a beat of a session was due until it began."
        yield _timing("beat_lateness", said, counters.lateness)
        said = "Length of a beat of a session: its steps, and the frames that show them."
        yield _timing("beat", said, counters.beats)
        said = "Length of a transaction of the journal, with its sync to the disk."
        yield _timing("commit", said, counters.commits)
        said = "Length of a full garbage collection: all players wait meanwhile."
        yield _timing("full_collection", said, counters.full_collections)
        said = "Time from the last sign of a worker that died until a run of it went on here."
        yield _timing("takeover", said, counters.takeovers)

    def _totals(self) -> Iterator[Metric]:
        counters = self._counters
        sent = {tag.decode(): count for tag, count in counters.sent.items()}
        said = "Messages to clients, by their tags: `key` and `delta` are frames."
        yield _counters("sent_messages", said, "kind", sent)
        yield _counter("sent_bytes", "Bytes of messages to clients.", counters.bytes_sent)
        said = "Frames that slow clients did not get."
        yield _counter("withheld_frames", said, counters.withheld)
        yield _counter("received_messages", "Messages from clients.", counters.received)
        yield _counter("received_bytes", "Bytes of messages from clients.", counters.bytes_received)
        said = "Error messages to clients, by their codes in the protocol."
        yield _counters("refusals", said, "code", counters.refused)
        said = "Connections that the server ended, by reason."
        yield _counters("cut_connections", said, "reason", counters.cut)
        said = "Connections that were not let in, by HTTP status or by reason."
        yield _counters("turned_away_connections", said, "reason", counters.turned_away)
        said = "Attempts to log in or sign up: `done` or `refused`."
        yield _counters("logins", said, "outcome", counters.logins)
        said = "Other workers that ended without handing over their runs."
        yield _counter("died_workers", said, counters.died_workers)
        said = "Processes for `ssh`, a `replay`, a `render` or a `look` that hung, and were ended."
        yield _counters("hung_processes", said, "kind", counters.hung_workers)
        said = "Writes that the store refused, since another worker owned the run by then."
        yield _counter("fenced_writes", said, counters.fenced_writes)


def _build_info(build: Build) -> Metric:
    family = InfoMetricFamily(
        "undertide_build", "Version, commit, protocol and rules of the running server; always 1."
    )
    told = {**build._asdict(), "protocol": str(PROTOCOL), "rules": str(RULES)}
    family.add_metric([], told)
    return family


def _gauge(name: str, said: str, value: float) -> Metric:
    return GaugeMetricFamily(f"undertide_{name}", said, value=value)


def _counter(name: str, said: str, value: float) -> Metric:
    return CounterMetricFamily(f"undertide_{name}", said, value=value)


def _counters(name: str, said: str, label: str, values: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(f"undertide_{name}", said, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


def _timing(name: str, said: str, timing: Timing) -> Metric:
    family = HistogramMetricFamily(f"undertide_{name}_seconds", said)
    bounds = [*map(str, timing.bounds), "+Inf"]
    family.add_metric([], list(zip(bounds, _summed(timing.counts), strict=True)), timing.total)
    return family


def _summed(counts: Iterable[int]) -> Iterator[int]:
    """Yield the running totals of the counts."""
    total = 0
    for count in counts:
        total += count
        yield total
