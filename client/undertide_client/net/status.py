"""The state of a connection, for people."""

from dataclasses import dataclass
from typing import Literal

from undertide_shared.messages import ErrorCode, Join

Phase = Literal["connecting", "connected", "waiting", "refused", "gave up", "over"]


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """A change of a connection's state, which comes in the stream of messages.

    connecting: an attempt is under way. connected: the server answered the greeting; with a reason,
    the client goes on as a guest because the kept login is no longer valid. waiting: the next
    attempt comes in `seconds`. refused: the server refused a request, and asking again can't help.
    gave up: the stream ends here. over: the server has ended with its host, and so does the stream.
    """

    phase: Phase
    reason: str = ""
    seconds: float = 0.0
    attempt: int = 0
    """The number of the present or next attempt, from 1."""
    code: ErrorCode | None = None
    """The reason of a refusal, for programs."""
    join: Join | None = None
    """The request for a seat that was refused, if it was one."""

    @property
    def has_ended(self) -> bool:
        """Return whether the connection will never come back."""
        return self.phase in {"gave up", "over"}

    @property
    def text(self) -> str:
        """Return one line for a player."""
        match self.phase:
            case "waiting":
                return f"waiting {self.seconds:.0f} s, attempt {self.attempt} ({self.reason})"
            case "refused" | "gave up":
                return f"{self.phase}: {self.reason}"
            case "over":
                return self.reason
            case _:
                return self.phase
