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


class NoSuchRunError(StoreError):
    """No run, or more than one, has a name that begins with the given text."""

    def __init__(self, beginning: str, found: int) -> None:
        problem = f"{found} runs begin with" if found else "no run begins with"
        super().__init__(f"{problem} {beginning!r}")


class DamagedFileError(StoreError):
    """A file that is no whole run. The error's text says what is wrong with it, and where."""

    def __init__(self, file: Path, place: str, problem: str) -> None:
        super().__init__(f"{file}: {place}: {problem}")


class RunExistsError(StoreError):
    """There is a run of that name already."""

    def __init__(self, run: str) -> None:
        super().__init__(f"run {run} already exists: delete it first to import it again")
        self.run = run


class WrongSchemaError(StoreError):
    """The database was written by another version of the server."""

    def __init__(self, file: Path, found: int, known: int) -> None:
        problem = f"{file} has tables of version {found}; this server knows {known}"
        way = ": a server that starts on it brings it up to date" if found < known else ""
        super().__init__(problem + way)
        self.found = found
