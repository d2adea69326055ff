"""What can go wrong in a replay."""

from undertide_shared.errors import UndertideError


class ReplayError(UndertideError):
    """Something wrong in a replay."""


class UnplayableRunError(ReplayError):
    """A run that can't be played again, or not from there. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
