"""Errors of nodes over one store."""

from undertide_shared.errors import UndertideError


class ClusterError(UndertideError):
    """An error of one node about the others."""


class DirectoryBusyError(ClusterError):
    """Too many questions wait for the store."""

    def __init__(self) -> None:
        super().__init__("too many sessions are being looked for: try again in a moment")
