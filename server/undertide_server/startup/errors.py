"""Errors that keep a server from starting or going on."""

from undertide_shared.errors import UndertideError


class ServerError(UndertideError):
    """A server that cannot start or go on."""


class JournalFailedError(ServerError):
    """The server stopped because a fault of its own kept it from writing."""

    def __init__(self) -> None:
        super().__init__(
            "a bug in this program stopped it from writing runs; the log above names it:"
            " start the server again, and the runs continue from what was written"
        )


class UnknownPresetError(ServerError):
    """The operator asked for an unknown preset."""

    def __init__(self, preset: str, known: list[str]) -> None:
        super().__init__(f"there is no preset {preset!r}: there are {', '.join(known)}")
