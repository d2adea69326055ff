"""The errors of a session."""

from undertide_shared.errors import UndertideError
from undertide_shared.messages import ErrorCode


class SessionError(UndertideError):
    """An error in a session."""


class RequestRefusedError(SessionError):
    """A refused request: `code` for programs, `reason` for people."""

    def __init__(self, code: ErrorCode, reason: str, sequence: int | None = None) -> None:
        super().__init__(f"{code}: {reason}")
        self.code: ErrorCode = code
        self.reason = reason
        self.sequence = sequence


class NotMovableError(SessionError):
    """A session that can't be handed over now; the text says why."""


class RecoveryError(SessionError):
    """A failure to recover a run. `reason` says why, and `remedy` what the operator can do."""

    def __init__(self, reason: str, remedy: str = "") -> None:
        super().__init__(f"{reason}: {remedy}" if remedy else reason)
        self.reason = reason
        self.remedy = remedy


class LackingError(RecoveryError):
    """A run can't be recovered here, since an extension is not installed: elsewhere it can."""
