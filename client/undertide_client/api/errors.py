"""The errors that calls of the library raise. Each says why."""

from undertide_shared.errors import UndertideError
from undertide_shared.messages import ErrorCode


class ApiError(UndertideError):
    """The base of these errors: a call of the library failed."""


class RefusedError(ApiError):
    """The server refused a request. `code` is for programs, `reason` for people."""

    def __init__(self, code: ErrorCode | None, reason: str) -> None:
        super().__init__(f"{code}: {reason}" if code else reason)
        self.code = code
        self.reason = reason


class ConnectionLostError(ApiError):
    """The connection, or the place in the game, ended for good. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NoAnswerError(ApiError):
    """The server did not answer in time. The connection may come back."""

    def __init__(self, asked: str, seconds: float) -> None:
        super().__init__(f"no answer to {asked} within {seconds:g} s")
