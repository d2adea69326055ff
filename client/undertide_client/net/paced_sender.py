"""The messages of one connection on their way out, no faster than its server reads them."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from undertide_client.net.wire import Wire
from undertide_shared.codec import encode
from undertide_shared.messages import ClientMessage, Rates, State, is_legal
from undertide_shared.messages.wire import tag_name
from undertide_shared.token_bucket import TokenBucket

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
        self._bucket = TokenBucket(self._per_second, self._most, now)

    def wait(self, message: ClientMessage, now: float) -> float:
        """Return the seconds until this message may leave; 0 if it may leave now.

        A message that costs more than all that may leave at once waits for a full measure.
        """
        missing = self._cost(message) - self._bucket.level(now)
        return max(0.0, missing / self._per_second)

    def count(self, message: ClientMessage, now: float) -> None:
        """Count a message that leaves, which it may."""
        self._bucket.spend(now, self._cost(message))

    def _cost(self, message: ClientMessage) -> float:
        return min(self._most, max(1, self._costs.get(tag_name(type(message)), 1)))


MAX_HELD: Final = 64
"""Messages that may wait for the server's rates: two seconds' worth."""


class PacedSender:
    """A queue in front of a connection. Messages leave in order.

    Messages beyond the server's rates wait here. When their turn comes, those are dropped that
    `state` no longer allows, such as an intent for a seat that is gone.
    """

    def __init__(self, wire: Wire, state: Callable[[], State]) -> None:
        self._wire = wire
        self._state = state
        self._loop = asyncio.get_running_loop()
        self._pacer = Pacer(Rates(), self._loop.time())
        self._held: deque[tuple[ClientMessage, bytes]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def apply_rates(self, rates: Rates) -> None:
        """Send at these rates from now on."""
        self._pacer = Pacer(rates, self._loop.time())

    def send(self, message: ClientMessage) -> bool:
        """Send a message as soon as the rates allow it.

        Return False if too many wait already, or if the network is too stalled to take it. Raises
        TypeError if the message can't be encoded; then nothing waits for it.
        """
        data = encode(message)
        if self._held or self._pacer.wait(message, self._loop.time()) > 0:
            return self._hold(message, data)
        return self._send_now(message, data)

    def close(self) -> None:
        """Drop the messages that wait."""
        self._held.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _send_now(self, message: ClientMessage, data: bytes) -> bool:
        self._pacer.count(message, self._loop.time())
        return self._wire.send_encoded(data)

    def _hold(self, message: ClientMessage, data: bytes) -> bool:
        if len(self._held) >= MAX_HELD:
            return False
        self._held.append((message, data))
        if len(self._held) == 1:
            self._release()
        return True

    def _release(self) -> None:
        """Send all messages that may leave now; come back when the next one may."""
        while self._held:
            message, data = self._held[0]
            if is_legal(message, self._state()):
                wait = self._pacer.wait(message, self._loop.time())
                if wait > 0:
                    self._timer = self._loop.call_later(wait, self._release)
                    return
                self._send_now(message, data)
            self._held.popleft()
