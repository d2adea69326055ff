"""The rates that all connections of one address key share, and the bytes of each alone. Pure."""

from dataclasses import dataclass
from typing import Final

from undertide_server.content.settings.settings import LimitSettings
from undertide_server.util.bucket import TokenBucket

MAX_TURNED_AWAY: Final = 100
"""Connections beyond a limit that are told so. Further ones are cut off at once."""
BURST_SECONDS: Final = 2.0
"""Size of a burst, as seconds at the long-run rate: a network that stalled sends that much at
once."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The shared rates of one address key."""

    connections: TokenBucket
    bytes: TokenBucket

    @classmethod
    def of(cls, limits: LimitSettings, now: float) -> "Allowance":
        """Return the full allowance of an address key that has done nothing yet."""
        return cls(
            TokenBucket(
                limits.connections_per_second, limits.connections_per_address + MAX_TURNED_AWAY, now
            ),
            _bucket(limits.bytes_per_second_per_address, now),
        )

    def is_full(self, now: float) -> bool:
        """Return whether all of its buckets are full again."""
        return all(each.is_full(now) for each in (self.connections, self.bytes))


def bytes_of_connection(limits: LimitSettings, now: float) -> TokenBucket:
    """Return the bucket for the bytes that one connection may send."""
    return _bucket(limits.bytes_per_second, now)


def _bucket(rate: float, now: float) -> TokenBucket:
    return TokenBucket(rate, rate * BURST_SECONDS, now)
