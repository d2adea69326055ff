"""Errors that keep a server from starting or going on."""

from undertide_shared.errors import UndertideError


class ServerError(UndertideError):
    """A server that cannot start or go on."""


class JournalFailedError(ServerError):
    """The server stopped because a fault of its own kept it from writing."""

    def __init__(self) -> None:
        super().__init__(
            "runs could not be written because of a fault of this program, which the log above"
            " names: start it again, and they go on from what was written"
        )


class UnknownPresetError(ServerError):
    """The operator asked for an unknown preset."""

    def __init__(self, preset: str, known: list[str]) -> None:
        super().__init__(f"there is no preset {preset!r}: there are {', '.join(known)}")
