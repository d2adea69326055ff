"""How long to wait before trying to connect again. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double, up to a longest one, for so many attempts in a row.

    With the defaults the last attempt comes some five minutes after the first.
    """

    first: float = 0.5
    """Seconds before the second attempt: a server that only restarts is back soon."""
    longest: float = 30.0
    """Seconds that no wait exceeds: a player who waits wants to see something tried."""
    attempts: int = 15
    """Attempts in a row without success, the first included, after which it is given up."""

    def wait(self, failures: int, jitter: float) -> float | None:
        """Return the seconds to wait after so many failures in a row; None to give up.

        `jitter` in [0, 1) is drawn by the caller. It takes up to half of the wait away, so that
        the players of a server that fell don't all return in the same moment.
        """
        if failures >= self.attempts:
            return None
        # Sixteen doublings pass any sensible longest wait; more would only make a huge number.
        whole = min(self.longest, self.first * 2.0 ** min(failures - 1, 16))
        return whole * (1.0 - jitter / 2.0)


FIRST_CONTACT = Backoff(longest=4.0, attempts=5)
"""Until a server has answered once: a wrong address should be told within ten seconds."""
OUTAGE = Backoff()
"""After a server was there."""
