"""The errors of a store's database, whichever engine it has."""

from pathlib import Path

from undertide_shared.errors import UndertideError


class StoreError(UndertideError):
    """An error about what is stored."""


class StoreFaultError(StoreError):
    """The store can't be read or written now: its disk fails, or it is busy. Later it may work."""


class StatementError(StoreError):
    """A statement that the database can't carry out, whenever it gets it: a fault of this program.

    Nothing of the statement was carried out.
    """


class ConstraintError(StatementError):
    """A statement that breaks a rule of the tables, such as a second row with the same key."""


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
