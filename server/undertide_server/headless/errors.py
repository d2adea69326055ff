"""The errors of runs that are played in this process."""

from undertide_shared.errors import UndertideError


class HeadlessError(UndertideError):
    """An error of a run that is played in this process. The run is as it was."""


class BadIntentError(HeadlessError, ValueError):
    """An intent that can mean nothing, as a server would refuse it; the text says why."""


class NoHeroError(HeadlessError, LookupError):
    """No living hero is in this seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"there is no living hero in seat {seat}")
        self.seat = seat


class SavedRunError(HeadlessError, ValueError):
    """Bytes that are no saved run, or one of other rules, content or seed; the text says which."""


class KeptRunError(HeadlessError):
    """A kept run that is not there, or can't be played on; the text says why."""
