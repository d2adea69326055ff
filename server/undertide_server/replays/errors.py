"""The errors of replays."""

from undertide_shared.errors import UndertideError


class ReplayError(UndertideError):
    """An error in a replay."""


class UnplayableRunError(ReplayError):
    """A run that can't be played again, or not from the wanted step. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
