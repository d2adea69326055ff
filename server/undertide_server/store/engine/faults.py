"""The errors of a store's database, whichever engine it has."""

from pathlib import Path

from undertide_shared.errors import UndertideError

Place = Path | str
"""Where a database is: its file, or the host, port and name of one that a server has."""


class StoreError(UndertideError):
    """An error about what is stored."""


class StoreFaultError(StoreError):
    """The store can't be read or written now: its disk fails, or it is busy. Later it may work."""


class NoEngineError(StoreError):
    """The part of the program that such a store needs is not installed. The text says how to."""


class StatementError(StoreError):
    """A statement that the database can't carry out, whenever it gets it: a fault of this program.

    Nothing of the statement was carried out.
    """


class ConstraintError(StatementError):
    """A statement that breaks a rule of the tables, such as a second row with the same key."""


class DamagedDatabaseError(StoreError):
    """A database that no server can use as it is. `problem` says what is wrong with it."""

    def __init__(self, place: Place, problem: str, remedy: str = "") -> None:
        self.place = place
        self.problem = problem
        self.remedy = remedy or _usual_remedy(place)
        super().__init__(f"{place} is damaged: {problem}: {self.remedy}")


class WrongSchemaError(StoreError):
    """The database was written by another version of the server."""

    def __init__(self, place: Place, found: int, known: int) -> None:
        if found == 0:
            problem, remedy = f"{place} has no tables yet", "a server that starts on it makes them"
        else:
            problem = f"{place} has tables of version {found}; this server knows {known}"
            remedy = (
                "a server that starts on it brings it up to date"
                if found in range(known)
                else "install the version that wrote it, or restore a backup"
            )
        self.remedy = remedy
        super().__init__(f"{problem}: {self.remedy}")
        self.place = place
        self.problem = problem
        self.found = found


def _usual_remedy(place: Place) -> str:
    if isinstance(place, str):
        return "restore a backup"
    return (
        "restore a backup, or save the sound runs with"
        f" `undertide runs rescue NEW --data {place.parent}`"
    )
