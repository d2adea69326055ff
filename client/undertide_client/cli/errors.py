"""Errors of the client's commands."""

from undertide_shared.errors import UndertideError


class CommandError(UndertideError):
    """A command of the client that cannot go on."""


class ServerUnreachableError(CommandError):
    """A server did not list its sessions. Its text says why."""


class EmbeddedServerError(CommandError):
    """The child did not start. `code` is its exit code, None if it was not ready in time."""

    def __init__(self, reason: str, code: int | None) -> None:
        super().__init__(reason)
        self.code = code
