"""Numbers of the last quarter of an hour, for the plots of the status page. Pure."""

import math
from collections import deque
from dataclasses import asdict, dataclass, fields
from typing import Final

from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.machine import MachineSample

SAMPLE_SECONDS: Final = 5.0
"""Time between two samples: a quarter of an hour has as many as a plot on a phone can show."""
SHORTEST_SECONDS: Final = 1.0
"""Shortest time for which a rate is given: in less, a single event looks like a storm."""
KEPT: Final = 180
"""Number of samples that are kept: a quarter of an hour."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Readings of one moment, and averages since the sample before."""

    at: float
    """Seconds since 1970."""
    players: int
    watchers: int
    visitors: int
    """Visitors by ssh, who may play or watch."""
    connections: int
    late_ms: float
    """Greatest lateness of a beat."""
    beat_ms: float
    """Length of the longest beat."""
    commit_ms: float
    """Length of the longest transaction."""
    waiting: int
    """Steps that wait to be durable."""
    cpu: float
    """Percent of one core."""
    memory: int
    """Bytes; 0 where the system does not tell."""
    sent: float
    """Bytes of messages a second, to clients; `received` counts those from clients."""
    received: float


class History:
    """Samples of one server, the oldest first. `begun` is a reading from its start."""

    def __init__(self, counters: Counters, begun: MachineSample) -> None:
        self._counters = counters
        self._last = begun
        self._sent = counters.bytes_sent
        self._received = counters.bytes_received
        self._samples: deque[Sample] = deque(maxlen=KEPT)

    def record_sample(self, moment: MachineSample, census: Census) -> None:
        """Add a sample; the oldest one goes when there are enough."""
        counters, last = self._counters, self._last
        seconds = moment.clock - last.clock
        if seconds < SHORTEST_SECONDS:
            seconds = math.inf
        self._samples.append(
            Sample(
                at=round(moment.wall, 1),
                players=census.players,
                watchers=census.watchers,
                visitors=census.ssh_visitors,
                connections=census.connections,
                late_ms=_milliseconds(counters.lateness.take_longest()),
                beat_ms=_milliseconds(counters.beats.take_longest()),
                commit_ms=_milliseconds(counters.commits.take_longest()),
                waiting=census.uncommitted_steps,
                cpu=round((moment.cpu - last.cpu) / seconds * 100, 1),
                memory=moment.memory,
                sent=round((counters.bytes_sent - self._sent) / seconds, 1),
                received=round((counters.bytes_received - self._received) / seconds, 1),
            )
        )
        self._last, self._sent, self._received = (
            moment,
            counters.bytes_sent,
            counters.bytes_received,
        )

    def columns(self) -> dict[str, list[float]]:
        """Return the values of each field over all samples, the oldest first."""
        rows = [asdict(sample) for sample in self._samples]
        return {each.name: [row[each.name] for row in rows] for each in fields(Sample)}


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 2)
