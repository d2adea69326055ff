"""Where a connection stands, for people."""

from dataclasses import dataclass
from typing import Literal

from undertide_shared.messages import ErrorCode

Phase = Literal["connecting", "connected", "waiting", "refused", "gave up"]


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """A change of a connection's state, told in the stream of messages.

    connecting: an attempt is under way. connected: the server answered the greeting, or with a
    reason: it goes on with a guest, since the login that was kept is good no more. waiting: the
    next attempt comes in `seconds`. refused: the server turned down what was asked for, and asking
    again can't help. gave up: the stream ends here.
    """

    phase: Phase
    reason: str = ""
    seconds: float = 0.0
    attempt: int = 0
    """The attempt under way, or the one to come, counted from 1."""
    code: ErrorCode | None = None
    """Why it was refused, for programs."""

    @property
    def text(self) -> str:
        """One line that says it to a player."""
        match self.phase:
            case "waiting":
                return f"waiting {self.seconds:.0f} s, attempt {self.attempt} ({self.reason})"
            case "refused" | "gave up":
                return f"{self.phase}: {self.reason}"
            case _:
                return self.phase
