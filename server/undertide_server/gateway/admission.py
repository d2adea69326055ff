"""How many connections there may be, and what one address may begin. Pure."""

from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Final, Literal

from undertide_server.content.settings import LimitSettings
from undertide_server.gateway.bucket import TokenBucket

MAX_TURNED_AWAY: Final = 100
"""Connections beyond a limit that may be there to be told so; more are cut off unheard."""
IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that stand for one place: whoever has one, has all that begin so."""

REPLAYS_PER_SECOND: Final = 0.2
"""Replays that one place may begin in the long run: each starts a process."""
REPLAYS_AT_ONCE: Final = 10.0
"""The same, for some people behind one router who look through what there is."""

Verdict = Literal["welcome", "this server is full", "too many connections from your address"]


def place_of(host: str) -> str:
    """Return what connections of a peer are counted by: its IPv4 address or IPv6 network."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address) >> IPV6_PREFIX << IPV6_PREFIX))
    return str(address)


class Admission:
    """Counts the connections of each place, and the sessions and replays that it began lately.

    A place may make a third of all sessions at once and another third in the time in which empty
    ones are closed, so it never holds them all.
    """

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._connected: Counter[str] = Counter()
        self._created: dict[str, TokenBucket] = {}
        self._replayed: dict[str, TokenBucket] = {}

    @property
    def connections(self) -> int:
        """How many connections there are, those included that will be turned away."""
        return self._connected.total()

    def arrive(self, place: str) -> bool:
        """Count a new connection; whether it may be heard at all. `leave` must follow if so."""
        everywhere = self._limits.connections + MAX_TURNED_AWAY
        there = self._limits.connections_per_address + MAX_TURNED_AWAY
        if self.connections >= everywhere or self._connected[place] >= there:
            return False
        self._connected[place] += 1
        return True

    def leave(self, place: str) -> None:
        """Count a connection out."""
        self._connected[place] -= 1
        if self._connected[place] <= 0:
            del self._connected[place]

    def verdict(self, place: str) -> Verdict:
        """Return whether there is room for a connection that has arrived."""
        if self._connected[place] > self._limits.connections_per_address:
            return "too many connections from your address"
        if self.connections > self._limits.connections:
            return "this server is full"
        return "welcome"

    def may_create(self, place: str, now: float) -> bool:
        """Whether a place may make another session now."""
        bucket = self._created.get(place)
        return bucket is None or bucket.level(now) >= 1

    def created(self, place: str, now: float) -> None:
        """Count a session that a place made."""
        third = max(1.0, self._limits.sessions / 3)
        rate = third / self._limits.idle_session_seconds
        self._created.setdefault(place, TokenBucket(rate, third, now)).take(now)

    def may_replay(self, place: str, now: float) -> bool:
        """Count a replay that a place begins; whether it may."""
        fresh = TokenBucket(REPLAYS_PER_SECOND, REPLAYS_AT_ONCE, now)
        return self._replayed.setdefault(place, fresh).take(now)

    def forget_old(self, now: float) -> None:
        """Drop what is known of places whose sessions and replays were long ago."""
        self._created = _lately(self._created, now)
        self._replayed = _lately(self._replayed, now)


def _lately(buckets: dict[str, TokenBucket], now: float) -> dict[str, TokenBucket]:
    """Return the buckets from which anything was taken lately."""
    return {place: bucket for place, bucket in buckets.items() if not bucket.is_full(now)}
