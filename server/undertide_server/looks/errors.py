"""The errors of looks into runs."""

from undertide_shared.errors import UndertideError


class LookError(UndertideError):
    """A look that failed. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadLookError(LookError):
    """A look that asks for what isn't there: a step, or a component."""


class LookFailedError(LookError):
    """A look whose process failed, hung, or took too long."""

    def __init__(self, reason: str, *, is_hung: bool = False) -> None:
        super().__init__(reason)
        self.is_hung = is_hung
