"""Errors of a supervisor."""

from undertide_shared.errors import UndertideError


class SupervisorError(UndertideError):
    """Workers could not be started or kept running."""


class WorkersUnavailableError(SupervisorError):
    """This system can't run workers."""


class WorkerEndedError(SupervisorError):
    """A worker ended before it served."""

    def __init__(self, node: str, code: int) -> None:
        super().__init__(f"worker {node} ended at its start, {_told(code)}")
        self.code = code
        """Its exit code; negative for the number of the signal that ended it."""


class NoWorkerError(SupervisorError):
    """Every worker ended, and none could be started again."""

    def __init__(self) -> None:
        super().__init__("no worker starts any more: the log above says why")


def _told(code: int) -> str:
    return f"by signal {-code}" if code < 0 else f"with code {code}"
