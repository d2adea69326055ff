"""The last quarter of an hour of a server in numbers, for the plots of its status page. Pure."""

import math
from collections import deque
from dataclasses import asdict, dataclass, fields
from typing import Final

from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.machine import MachineSample

SAMPLE_SECONDS: Final = 5.0
"""Between two samples: a quarter of an hour has as many of them as a phone can show in a plot."""
SHORTEST_SECONDS: Final = 1.0
"""From which no rate is told: what happened once in less looks like a storm."""
KEPT: Final = 180
"""Samples that are kept: a quarter of an hour."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How things were at a moment, and on average since the sample before."""

    at: float
    """Seconds since 1970."""
    players: int
    watchers: int
    connections: int
    late_ms: float
    """The latest beat was so late."""
    beat_ms: float
    """The longest beat."""
    commit_ms: float
    """The longest transaction."""
    waiting: int
    """Steps that wait to be durable."""
    cpu: float
    """Percent of one core."""
    memory: int
    """Bytes; 0 where the system does not tell."""
    sent: float
    """Bytes of messages a second."""
    received: float


class History:
    """Samples of one server, the oldest first. `begun` is when it started."""

    def __init__(self, counters: Counters, begun: MachineSample) -> None:
        self._counters = counters
        self._last = begun
        self._sent = counters.bytes_sent
        self._received = counters.bytes_received
        self._samples: deque[Sample] = deque(maxlen=KEPT)

    def take(self, moment: MachineSample, census: Census) -> None:
        """Keep one more sample, and let go of the oldest where there are enough."""
        counters, last = self._counters, self._last
        seconds = moment.clock - last.clock
        if seconds < SHORTEST_SECONDS:
            seconds = math.inf
        self._samples.append(
            Sample(
                at=round(moment.wall, 1),
                players=census.players,
                watchers=census.watchers,
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
        """Return each field of all samples, the oldest first."""
        rows = [asdict(sample) for sample in self._samples]
        return {each.name: [row[each.name] for row in rows] for each in fields(Sample)}


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 2)
