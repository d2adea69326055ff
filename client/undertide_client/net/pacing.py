"""The pace at which messages leave, so that a server reads them all. Pure."""

from typing import Final

from undertide_shared.messages import ClientMessage, Rates
from undertide_shared.messages.wire import tag_name

SHARE_OF_BURST: Final = 0.5
"""The part of a server's burst that this client uses. The rest is for networks that hold messages
back, and then deliver many at once."""


class Pacer:
    """A count of the messages that one connection has sent, against the rates of its server.

    Times are seconds of a steady clock.
    """

    def __init__(self, rates: Rates, now: float) -> None:
        self._costs = dict(rates.costs)
        self._per_second = max(1, rates.per_second)
        self._most = max(1.0, SHARE_OF_BURST * rates.burst)
        self._left = self._most
        self._at = now

    def wait(self, message: ClientMessage, now: float) -> float:
        """Return the seconds until this message may leave; 0 if it may leave now.

        A message that costs more than all that may leave at once waits for a full measure.
        """
        self._refill(now)
        missing = self._cost(message) - self._left
        return max(0.0, missing / self._per_second)

    def count(self, message: ClientMessage, now: float) -> None:
        """Count a message that leaves."""
        self._refill(now)
        self._left -= self._cost(message)

    def _refill(self, now: float) -> None:
        passed = max(0.0, now - self._at)
        self._left = min(self._most, self._left + passed * self._per_second)
        self._at = now

    def _cost(self, message: ClientMessage) -> float:
        return min(self._most, max(1, self._costs.get(tag_name(type(message)), 1)))
