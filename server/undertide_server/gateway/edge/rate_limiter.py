"""Limits on the messages and faults of one connection. Pure."""

from typing import Final

from undertide_server.content.settings.settings import LimitSettings
from undertide_shared.messages import (
    Again,
    ChangePassword,
    ClientMessage,
    Create,
    Drain,
    EraseAccount,
    ExportAccount,
    Follow,
    Govern,
    Join,
    Leave,
    ListAuditEntries,
    ListChat,
    ListKinds,
    ListNodes,
    ListPeople,
    ListReports,
    ListRuns,
    ListSessions,
    ListThumbnails,
    LogIn,
    LogOut,
    LookInto,
    Rates,
    Replay,
    Report,
    Resync,
    Seek,
    ShowStatus,
    SignUp,
    Transfer,
    Watch,
)
from undertide_shared.messages.wire import tag_name
from undertide_shared.token_bucket import TokenBucket

FORGIVEN_PER_SECOND: Final = 0.1
"""Faults forgiven a second: a client makes a few when its session closes while it sends."""
COSTS: Final[dict[type[ClientMessage], int]] = {
    Leave: 3,
    Resync: 3,
    Follow: 3,
    ListKinds: 3,
    ListSessions: 3,
    ListRuns: 5,
    ListPeople: 5,
    ListAuditEntries: 5,
    ListReports: 5,
    Report: 5,
    ListNodes: 5,
    ListChat: 5,
    ShowStatus: 20,
    LookInto: 20,
    Drain: 20,
    Transfer: 20,
    Govern: 5,
    Seek: 5,
    Watch: 10,
    Replay: 10,
    ListThumbnails: 15,
    LogOut: 15,
    LogIn: 20,
    ChangePassword: 20,
    ExportAccount: 20,
    EraseAccount: 20,
    SignUp: 40,
    Again: 200,
    Create: 200,
    Join: 200,
}
"""The cost of a message in plain messages, as `tests/bench/message_costs.py` measures it. Where
most of the cost lies elsewhere, it is an estimate: a replay starts a process, an order and a
list of runs wait for the disk, a password and a new world occupy other threads."""
MOST_OF_RATE: Final = 10
"""Most plain messages that one message counts as for its connection. The time of dearer ones is
shared between addresses."""
PLAIN_SECONDS: Final = 30e-6
"""The time of the event loop that a plain message takes, from its bytes to its effect."""
SMALLEST_BURST: Final = 3 * MOST_OF_RATE
"""Smallest burst, whatever the settings say: a client must be able to greet, log in, list the
sessions and join."""


def price_of(message: ClientMessage) -> float:
    """Return the seconds of the event loop that a message is expected to take."""
    return PLAIN_SECONDS * COSTS.get(type(message), 1)


def rate_cost(kind: type[ClientMessage]) -> int:
    """Return the number of plain messages that one of this type counts as for its connection."""
    return min(COSTS.get(kind, 1), MOST_OF_RATE)


def burst_of(limits: LimitSettings) -> int:
    """Return the number of plain messages that a connection may send at once."""
    return max(limits.message_burst, SMALLEST_BURST)


def rates_of(limits: LimitSettings) -> Rates:
    """Return the rates of a connection, in the form that clients are told."""
    costs = [(tag_name(kind), rate_cost(kind)) for kind in COSTS]
    return Rates(limits.messages_per_second, burst_of(limits), costs)


class RateLimiter:
    """The rate limits of one connection's messages and faults.

    Messages beyond the rate are refused one by one. A client is disconnected only if it keeps on at
    more than twice the rate: a key that repeats too fast is no attack.
    """

    __slots__ = ("_excess", "_faults", "_messages")

    def __init__(self, limits: LimitSettings, now: float) -> None:
        rate, burst = limits.messages_per_second, limits.message_burst
        self._messages = TokenBucket(rate, burst_of(limits), now)
        self._excess = TokenBucket(rate, burst, now)
        self._faults = TokenBucket(FORGIVEN_PER_SECOND, limits.bad_messages, now)

    def allows(self, message: ClientMessage, now: float) -> bool:
        """Count a message; return whether it is within the rate."""
        return self._messages.spend(now, rate_cost(type(message)))

    def tolerates_excess(self, now: float) -> bool:
        """Count a message beyond the rate; return whether the connection may stay."""
        return self._excess.spend(now)

    def tolerates_fault(self, now: float) -> bool:
        """Count a faulty message; return whether the connection may stay."""
        return self._faults.spend(now)
