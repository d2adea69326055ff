"""Limits on the number of connections, and on what one address may begin. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest
from math import ceil
from typing import Final, Generic, Literal, TypeVar

from undertide_server.content.settings.settings import LimitSettings
from undertide_shared.token_bucket import TokenBucket

Guest = TypeVar("Guest")


HANDSHAKE_AGE: Final = 2.0
"""Seconds after which a connection without a request has to make room for others: a slow line has
sent its request by then."""


class HandshakeQueue(Generic[Guest]):
    """Connections without a request, by address key, in the order in which they came."""

    def __init__(self, limits: LimitSettings) -> None:
        self.limits = limits
        self._keys: dict[Guest, str] = {}
        self._begun: dict[Guest, float] = {}
        self._of_key: defaultdict[str, dict[Guest, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[Guest]:
        return iter(self._keys)

    def join(
        self, guest: Guest, address_key: str, now: float, *, is_full: bool = False
    ) -> Guest | None:
        """Add a guest. Return the guest that must go for it, if any; it is no longer in the queue.

        That is the oldest one of the same address key if that has too many, otherwise the oldest of
        all. One younger than `HANDSHAKE_AGE` stays, unless the server `is_full`: a crowd that comes
        at once cuts nobody who is about to be let in.
        """
        self._keys[guest] = address_key
        self._begun[guest] = now
        there = self._of_key[address_key]
        there[guest] = None
        # The address key of a guest by a proxy is not known yet, so no limit for one key applies.
        if address_key and len(there) > self.limits.handshakes_per_address:
            longest = next(iter(there))
        elif len(self._keys) > self.limits.handshakes:
            longest = next(iter(self._keys))
        else:
            return None
        if not is_full and now - self._begun[longest] < HANDSHAKE_AGE:
            return None
        self.leave(longest)
        return longest

    def leave(self, guest: Guest) -> None:
        """Remove a guest from the queue, if it is there."""
        address_key = self._keys.pop(guest, None)
        if address_key is not None:
            del self._begun[guest]
            there = self._of_key[address_key]
            del there[guest]
            if not there:
                del self._of_key[address_key]


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


NOWHERE: Final = ""
"""The address key of a connection by a proxy, until its request says for whom it is. It has no
limit."""
SECONDS_A_DAY: Final = 86_400.0
MOST_COUNTED: Final = 10_000
"""Address keys whose sessions of a day are counted: many times as many as make any. Beyond that the
one that began first is forgotten."""
MOST_MAKERS: Final = 10
"""Address keys in the list of those that made most sessions: as many as an operator reads."""
REPLAYS_PER_SECOND: Final = 0.2
"""Replays a second that one address key may begin in the long run: each starts a process."""
REPLAYS_AT_ONCE: Final = 10.0
"""Replays at once: enough for some people behind one router who look through the list."""
HOUR: Final = 3600.0
Verdict = Literal["welcome", "this server is full", "too many connections from your address"]
Rebuff = Literal["too_many_connections", "connects_too_fast"]
"""Reasons to cut a connection off before it says anything."""


class Admission:
    """Counts of the connections of each address key, and of its recent requests.

    An address key may make a third of all sessions at once, and another third in the time after
    which empty sessions are closed. So it never holds them all. Nor does it fill the disk: a
    setting bounds the sessions that it makes in a day.
    """

    def __init__(self, limits: LimitSettings) -> None:
        self.limits = limits
        self._connected: Counter[str] = Counter()
        self._allowances: dict[str, Allowance] = {}
        self._created: dict[str, TokenBucket] = {}
        self._created_today: dict[str, TokenBucket] = {}
        self._replayed: dict[str, TokenBucket] = {}
        self._audited: dict[str, TokenBucket] = {}
        self._made: tuple[int, TokenBucket] | None = None
        """The limit of sessions made in a second, and the bucket for it."""

    @property
    def connections(self) -> int:
        """Number of connections, also of those that will be turned away; none that closes."""
        return self._connected.total()

    def allowance(self, address_key: str, now: float) -> Allowance:
        """Return the shared limits of an address key's connections."""
        allowance = self._allowances.get(address_key)
        if allowance is None:
            allowance = self._allowances[address_key] = Allowance.of(self.limits, now)
        return allowance

    def arrive(self, address_key: str, now: float) -> Rebuff | None:
        """Count a new connection, or return why not. `leave` must follow for each counted one."""
        if self.connections >= self.limits.connections + MAX_TURNED_AWAY:
            return "too_many_connections"
        rebuff = None if address_key == NOWHERE else self._rebuff(address_key, now)
        if rebuff is None:
            self._connected[address_key] += 1
        return rebuff

    def assign(self, address_key: str, now: float) -> Rebuff | None:
        """Count a connection from nowhere as one of an address key, or return why not.

        In that case it stays counted as one from nowhere.
        """
        rebuff = self._rebuff(address_key, now)
        if rebuff is None:
            self.leave(NOWHERE)
            self._connected[address_key] += 1
        return rebuff

    def _rebuff(self, address_key: str, now: float) -> Rebuff | None:
        """Count one more connection of an address key; return why it may not stay, if so."""
        if self._connected[address_key] >= self.limits.connections_per_address + MAX_TURNED_AWAY:
            return "too_many_connections"
        quick = self.allowance(address_key, now).connections.spend(now)
        return None if quick else "connects_too_fast"

    def leave(self, address_key: str) -> None:
        """Remove a connection from the counts."""
        self._connected[address_key] -= 1
        if self._connected[address_key] <= 0:
            del self._connected[address_key]

    def verdict(self, address_key: str) -> Verdict:
        """Return whether there is room for a connection that has arrived."""
        most = self.limits.connections_per_address
        if address_key != NOWHERE and self._connected[address_key] > most:
            return "too many connections from your address"
        if self.connections > self.limits.connections:
            return "this server is full"
        return "welcome"

    def begin_session(self, address_key: str, now: float) -> Literal["address", "server"] | None:
        """Count a session that is made or brought back; return whose limit forbids it, if any.

        A refused one doesn't count.
        """
        third = max(1.0, self.limits.sessions / 3)
        rate = third / self.limits.idle_session_seconds
        own = self._created.setdefault(address_key, TokenBucket(rate, third, now))
        today = self._bucket_of_today(address_key, now)
        if own.level(now) < 1 or today.level(now) < 1:
            return "address"
        if not self._of_server(now).spend(now):
            return "server"
        own.spend(now)
        today.spend(now)
        return None

    def _bucket_of_today(self, address_key: str, now: float) -> TokenBucket:
        """Return the bucket for the sessions that an address key makes in a day."""
        if len(self._created_today) >= MOST_COUNTED and address_key not in self._created_today:
            del self._created_today[next(iter(self._created_today))]
        most = self.limits.sessions_per_day_per_address
        fresh = TokenBucket(most / SECONDS_A_DAY, most, now)
        return self._created_today.setdefault(address_key, fresh)

    def _of_server(self, now: float) -> TokenBucket:
        """Return the bucket of the whole server, a new one if the limit has changed."""
        rate = self.limits.sessions_per_second
        if self._made is None or self._made[0] != rate:
            self._made = rate, TokenBucket(rate, rate, now)
        return self._made[1]

    def makers(self, now: float) -> list[tuple[str, int]]:
        """Return the address keys that made most sessions in a day, each with about how many.

        The one that made most comes first; there are at most `MOST_MAKERS`.
        """
        made = [
            (address_key, ceil(bucket.spent(now)))
            for address_key, bucket in self._created_today.items()
        ]
        return nlargest(MOST_MAKERS, made, key=lambda each: each[1])

    def may_replay(self, address_key: str, now: float) -> bool:
        """Count a replay that an address key begins; return whether it may."""
        fresh = TokenBucket(REPLAYS_PER_SECOND, REPLAYS_AT_ONCE, now)
        return self._replayed.setdefault(address_key, fresh).spend(now)

    def may_audit(self, address_key: str, now: float) -> bool:
        """Return whether an address key may add another entry to the audit log now."""
        bucket = self._audited.get(address_key)
        return bucket is None or bucket.level(now) >= 1

    def audited(self, address_key: str, now: float) -> None:
        """Count an entry that an address key added to the audit log."""
        most = self.limits.audit_entries_per_hour
        self._audited.setdefault(address_key, TokenBucket(most / HOUR, most, now)).spend(now)

    def forget_old(self, now: float) -> None:
        """Discard notes about address keys that have no connections and did nothing lately."""
        self._allowances = {
            address_key: allowance
            for address_key, allowance in self._allowances.items()
            if address_key in self._connected or not allowance.is_full(now)
        }
        self._created = _lately(self._created, now)
        self._created_today = _lately(self._created_today, now)
        self._replayed = _lately(self._replayed, now)
        self._audited = _lately(self._audited, now)


def _lately(buckets: dict[str, TokenBucket], now: float) -> dict[str, TokenBucket]:
    """Return the buckets from which anything was taken lately."""
    return {
        address_key: bucket for address_key, bucket in buckets.items() if not bucket.is_full(now)
    }
