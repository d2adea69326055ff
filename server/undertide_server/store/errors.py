"""Errors about stored runs, beside those of the database that holds them."""

from pathlib import Path

from undertide_server.store.engine.faults import (
    ConstraintError,
    DamagedDatabaseError,
    StatementError,
    StoreError,
    StoreFaultError,
    WrongSchemaError,
)

__all__ = [
    "BackupError",
    "ConstraintError",
    "DamagedDatabaseError",
    "DamagedFileError",
    "DamagedRunError",
    "FolderInUseError",
    "NoSuchRunError",
    "RescueError",
    "RunDiffersError",
    "RunExistsError",
    "RunInPlayError",
    "StatementError",
    "StoreError",
    "StoreFaultError",
    "WrongSchemaError",
]


class FolderInUseError(StoreError):
    """Another server uses the folder."""

    def __init__(self, folder: Path, owner: str) -> None:
        super().__init__(f"{folder} is in use by {owner}: only one server may use a folder")
        self.owner = owner


class BackupError(StoreError):
    """A failed backup. The error's text says why."""


class RescueError(StoreError):
    """A failed rescue. The error's text says why."""


class NoSuchRunError(StoreError):
    """No run, or more than one, has a name that begins with the given text."""

    def __init__(self, beginning: str, found: int) -> None:
        problem = f"{found} runs begin with" if found else "no run begins with"
        super().__init__(f"{problem} {beginning!r}")


class DamagedFileError(StoreError):
    """A file that is no whole run. The error's text says what is wrong with it, and where."""

    def __init__(self, file: Path, place: str, problem: str) -> None:
        super().__init__(f"{file}: {place}: {problem}")


class DamagedRunError(StoreError):
    """A stored run that can't be read. `problem` says what is wrong with it."""

    def __init__(self, run: str, problem: str) -> None:
        super().__init__(f"run {run} is damaged: {problem}")
        self.run = run
        self.problem = problem


class RunExistsError(StoreError):
    """There is a run of that name already."""

    def __init__(self, run: str) -> None:
        super().__init__(f"run {run} already exists: delete it first to import it again")
        self.run = run


class RunDiffersError(StoreError):
    """Two stores have different runs of one name. `problem` says how they differ."""

    def __init__(self, run: str, problem: str) -> None:
        super().__init__(f"run {run} is another one there: {problem}")
        self.run = run
        self.problem = problem


class RunInPlayError(StoreError):
    """A node plays the run. `problem` says which."""

    def __init__(self, run: str, node: str) -> None:
        self.run = run
        self.problem = f"node {node} plays it"
        super().__init__(f"run {run} is in play: {self.problem}")
