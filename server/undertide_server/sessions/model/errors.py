"""How a session turns something down."""

from undertide_shared.errors import UndertideError
from undertide_shared.messages import ErrorCode


class SessionError(UndertideError):
    """Something wrong in a session."""


class RequestRefusedError(SessionError):
    """Something that was asked for and can't be: `code` for programs, `reason` for people."""

    def __init__(self, code: ErrorCode, reason: str, sequence: int | None = None) -> None:
        super().__init__(f"{code}: {reason}")
        self.code: ErrorCode = code
        self.reason = reason
        self.sequence = sequence


class RecoveryError(SessionError):
    """A run that can't be brought back as it was. `reason` says why, and what can be done."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
