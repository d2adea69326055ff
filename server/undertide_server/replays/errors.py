"""The errors of replays."""

from undertide_shared.errors import UndertideError


class ReplayError(UndertideError):
    """An error in a replay."""


class UnplayableRunError(ReplayError):
    """A run that can't be played again, or not from the wanted step. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NoRoomError(ReplayError):
    """No further render of a run fits into the room for renders."""

    def __init__(self) -> None:
        super().__init__("there is no room for a further render")


class RenderFailedError(ReplayError):
    """A run that can't be rendered now. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RenderHungError(RenderFailedError):
    """The process that rendered a run hung, and was ended."""

    def __init__(self) -> None:
        super().__init__("its process hung")


class WorkerFailedError(ReplayError):
    """A worker process that failed, ended or took too long. `reason` says how."""

    def __init__(self, reason: str, *, is_hung: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_hung = is_hung
