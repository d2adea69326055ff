"""What can go wrong, as exceptions that say why."""

from undertide_shared.messages import ErrorCode


class Refused(Exception):
    """The server turned down what was asked for. `code` is for programs, `reason` for people."""

    def __init__(self, code: ErrorCode | None, reason: str) -> None:
        super().__init__(f"{code}: {reason}" if code else reason)
        self.code = code
        self.reason = reason


class Gone(Exception):
    """The connection ended for good, or the place in the game did. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotAnswered(Exception):
    """The server did not answer in time; the connection may come back."""

    def __init__(self, asked: str, seconds: float) -> None:
        super().__init__(f"no answer to {asked} within {seconds:g} s")
