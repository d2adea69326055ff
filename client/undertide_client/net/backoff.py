"""The waiting time before the next attempt to connect. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
    """A doubling wait with a maximum, for a limited number of attempts in a row.

    With the defaults, the last attempt comes some five minutes after the first.
    """

    first: float = 0.5
    """Seconds before the second attempt: short, because a restarting server is back soon."""
    longest: float = 30.0
    """Longest wait in seconds: a waiting player wants to see attempts."""
    attempts: int = 15
    """Failed attempts in a row, the first included, after which the client gives up."""

    def wait(self, failures: int, jitter: float) -> float | None:
        """Return the seconds to wait after `failures` failures in a row, or None to give up.

        The caller draws `jitter` from [0, 1). It shortens the wait by up to half, so that the
        players of a crashed server don't all come back at the same moment.
        """
        if failures >= self.attempts:
            return None
        # Sixteen doublings exceed any sensible maximum; more would only make a huge number.
        whole = min(self.longest, self.first * 2.0 ** min(failures - 1, 16))
        return whole * (1.0 - jitter / 2.0)


FIRST_CONTACT = Backoff(longest=4.0, attempts=5)
"""For the time until a server has answered once: a wrong address should show within ten seconds."""
OUTAGE = Backoff()
"""For outages of a server that has answered before."""
