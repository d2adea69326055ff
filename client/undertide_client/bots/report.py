"""The results of a run of bots, counted while they play."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

TENTHS: Final = 10
"""Counts per millisecond: tenths of one are finer than the steadiness of any network."""
LONGEST_MS: Final = 60_000
"""Longer latencies count as this one, to bound the memory."""
MAX_FAULTS: Final = 20
"""Kinds of faults to tell apart; the rest count as "other"."""


class Latencies:
    """Times between sending an intent and the frame with its result."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count one latency."""
        milliseconds = min(seconds * 1000.0, LONGEST_MS)
        self._counts[round(milliseconds * TENTHS)] += 1

    def percentile(self, percent: int) -> float | None:
        """Return the smallest latency in milliseconds that `percent` of all don't exceed.

        None if there are no latencies.
        """
        wanted = -(-self._counts.total() * percent // 100)
        for tenths in sorted(self._counts):
            wanted -= self._counts[tenths]
            if wanted <= 0:
                return tenths / TENTHS
        return None


@dataclass(frozen=True, slots=True)
class BotReport:
    """The figures of one run of bots."""

    players: int
    """Bots that had a seat."""
    seconds: float
    """Seconds from the first connection to the end of the last one."""
    intents: int
    errors: int
    """Connections lost or refused, errors from the server, frames out of step, and unanswered
    intents. An intent that the rules refuse is no error."""
    p50: float | None
    """Milliseconds between sending an intent and the frame with its result; None without
    intents."""
    p99: float | None
    bytes_per_player_second: float
    """Bytes of received messages per second with a seat."""
    outcomes: dict[str, int]
    deaths: int
    deepest_floor: int
    faults: dict[str, int]
    """The number of errors by text."""

    def as_json(self) -> dict[str, object]:
        """Return the report under the names that scripts use."""
        return {
            "players": self.players,
            "seconds": round(self.seconds, 3),
            "intents": self.intents,
            "errors": self.errors,
            "latency_ms": {"p50": self.p50, "p99": self.p99},
            "bytes_per_player_second": round(self.bytes_per_player_second, 1),
            "outcomes": self.outcomes,
            "deaths": self.deaths,
            "deepest_floor": self.deepest_floor,
            "faults": self.faults,
        }


class Tally:
    """The shared counters of all bots in one run."""

    def __init__(self) -> None:
        self.players = 0
        self.intents = 0
        self.deaths = 0
        self.deepest_floor = 0
        self.received_bytes = 0
        self.seated_seconds = 0.0
        self.latencies = Latencies()
        self.outcomes: Counter[str] = Counter()
        self._faults: Counter[str] = Counter()

    def fault(self, text: str) -> None:
        """Count an error by its text."""
        known = text in self._faults or len(self._faults) < MAX_FAULTS
        self._faults[text if known else "other"] += 1

    def answered(self, outcome: str, seconds: float) -> None:
        """Count the result of an intent."""
        self.outcomes[outcome] += 1
        self.latencies.add(seconds)

    def report(self, seconds: float) -> BotReport:
        """Return the figures of a run that lasted `seconds`."""
        return BotReport(
            players=self.players,
            seconds=seconds,
            intents=self.intents,
            errors=self._faults.total(),
            p50=self.latencies.percentile(50),
            p99=self.latencies.percentile(99),
            bytes_per_player_second=self.received_bytes / max(self.seated_seconds, 0.001),
            outcomes=dict(sorted(self.outcomes.items())),
            deaths=self.deaths,
            deepest_floor=self.deepest_floor,
            faults=dict(self._faults.most_common()),
        )
