"""How a session turns something down."""

from undertide_shared.messages import ErrorCode


class Refused(Exception):
    """Something that was asked for and can't be: `code` for programs, `reason` for people."""

    def __init__(self, code: ErrorCode, reason: str, sequence: int | None = None) -> None:
        super().__init__(f"{code}: {reason}")
        self.code: ErrorCode = code
        self.reason = reason
        self.sequence = sequence
