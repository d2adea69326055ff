"""The silence of a server: when to ask it for a sign of life, and when to tell the player. Pure.

Times are seconds of a steady clock.
"""

from typing import Final

ASK_SECONDS: Final = 2.0
"""Silence after which this end asks for a sign of life: where heroes play turns, a server has
nothing to say for long."""
TELL_SECONDS: Final = 3.0
"""Silence after which the player is told: in real time a second more could be a death."""


class Silence:
    """The silence on one connection, which counts once a question stays without an answer."""

    def __init__(self) -> None:
        self._asked_at: float | None = None

    def asks(self, heard_at: float, now: float) -> bool:
        """Note that something was last heard at `heard_at`; return whether to ask now."""
        if self._asked_at is not None and heard_at > self._asked_at:
            self._asked_at = None
        if self._asked_at is not None or now - heard_at < ASK_SECONDS:
            return False
        self._asked_at = now
        return True

    def seconds(self, now: float) -> float:
        """Return how long the server has left a question unanswered; 0 below `TELL_SECONDS`.

        The time before the question counts as `ASK_SECONDS`, however long it was: only since then
        is the server known to owe an answer.
        """
        if self._asked_at is None:
            return 0.0
        silent = now - self._asked_at + ASK_SECONDS
        return silent if silent >= TELL_SECONDS else 0.0
