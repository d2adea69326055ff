"""Errors of the client's files."""

from undertide_shared.errors import UndertideError


class SavedError(UndertideError):
    """A fault of what a client keeps on disk."""


class UnreadableSavesError(SavedError):
    """The runs of a data folder can't be listed. The error's text says why."""
