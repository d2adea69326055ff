"""Limits on the messages and faults of one connection. Pure."""

from typing import Final

from undertide_server.content.settings.settings import LimitSettings
from undertide_server.util.bucket import TokenBucket
from undertide_shared.messages import (
    ChangePassword,
    ClientMessage,
    Create,
    Follow,
    Govern,
    Join,
    ListAuditEntries,
    ListKinds,
    ListPeople,
    ListRuns,
    ListSessions,
    LogIn,
    LogOut,
    Replay,
    Resync,
    Seek,
    SignUp,
    Watch,
)

FORGIVEN_PER_SECOND: Final = 0.1
"""Faults forgiven a second: a client makes a few when its session closes while it sends."""
COSTS: Final[dict[type[ClientMessage], float]] = {
    ListSessions: 3.0,
    ListKinds: 3.0,
    ListRuns: 5.0,
    Resync: 5.0,
    Follow: 5.0,
    Seek: 5.0,
    Govern: 5.0,
    ListPeople: 5.0,
    ListAuditEntries: 5.0,
    LogOut: 5.0,
    Join: 10.0,
    Watch: 10.0,
    Create: 10.0,
    Replay: 10.0,
    SignUp: 10.0,
    LogIn: 10.0,
    ChangePassword: 10.0,
}
"""The cost of a message in plain messages: roughly its cost for the server. A keyframe is ten times
as large as a delta; a new session digs a floor; a replay starts a process; a moderation order is
written to the disk; a password occupies a core for a moment, though in another thread."""
SMALLEST_BURST: Final = 3 * max(COSTS.values())
"""Smallest burst, whatever the settings say: a client must be able to greet, log in, list the
sessions and join."""


class RateLimiter:
    """The rate limits of one connection's messages and faults.

    Messages beyond the rate are refused one by one, and so are those beyond the rate `shared` by
    all of its address key. A client is disconnected only if it keeps on at more than twice the
    rate: a key that repeats too fast is no attack.
    """

    __slots__ = ("_excess", "_faults", "_messages", "_shared")

    def __init__(self, limits: LimitSettings, now: float, shared: TokenBucket) -> None:
        rate, burst = limits.messages_per_second, limits.message_burst
        self._messages = TokenBucket(rate, max(burst, SMALLEST_BURST), now)
        self._excess = TokenBucket(rate, burst, now)
        self._shared = shared
        self._faults = TokenBucket(FORGIVEN_PER_SECOND, limits.bad_messages, now)

    def allows(self, message: ClientMessage, now: float) -> bool:
        """Count a message; return whether it is within the rate."""
        cost = COSTS.get(type(message), 1.0)
        return self._messages.take(now, cost) and self._shared.take(now, cost)

    def bears_excess(self, now: float) -> bool:
        """Count a message beyond the rate; return whether the connection may stay."""
        return self._excess.take(now)

    def bears_fault(self, now: float) -> bool:
        """Count a faulty message; return whether the connection may stay."""
        return self._faults.take(now)
