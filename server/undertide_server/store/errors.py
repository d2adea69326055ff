"""Errors about stored runs."""

from pathlib import Path

from undertide_shared.errors import UndertideError


class StoreError(UndertideError):
    """An error about stored runs."""


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


class DamagedDatabaseError(StoreError):
    """A database that no server can use as it is. `problem` says what is wrong with it."""

    def __init__(self, file: Path, problem: str, remedy: str = "") -> None:
        self.file = file
        self.problem = problem
        self.remedy = remedy or (
            "restore a backup, or save the sound runs with"
            f" `undertide runs rescue NEW --data {file.parent}`"
        )
        super().__init__(f"{file} is damaged: {problem}: {self.remedy}")


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


class WrongSchemaError(StoreError):
    """The database was written by another version of the server."""

    def __init__(self, file: Path, found: int, known: int) -> None:
        problem = f"{file} has tables of version {found}; this server knows {known}"
        self.remedy = (
            "a server that starts on it brings it up to date"
            if found in range(known)
            else "install the version that wrote it, or restore a backup"
        )
        super().__init__(f"{problem}: {self.remedy}")
        self.file = file
        self.problem = problem
        self.found = found
