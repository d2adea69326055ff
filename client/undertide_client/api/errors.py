"""What can go wrong, as exceptions that say why."""

from undertide_shared.errors import UndertideError
from undertide_shared.messages import ErrorCode


class ApiError(UndertideError):
    """Something that a call of the library could not do."""


class RefusedError(ApiError):
    """The server turned down what was asked for. `code` is for programs, `reason` for people."""

    def __init__(self, code: ErrorCode | None, reason: str) -> None:
        super().__init__(f"{code}: {reason}" if code else reason)
        self.code = code
        self.reason = reason


class ConnectionLostError(ApiError):
    """The connection ended for good, or the place in the game did. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NoAnswerError(ApiError):
    """The server did not answer in time; the connection may come back."""

    def __init__(self, asked: str, seconds: float) -> None:
        super().__init__(f"no answer to {asked} within {seconds:g} s")
