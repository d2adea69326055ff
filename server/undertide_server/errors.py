"""Why a server could not start or go on."""

from undertide_shared.errors import UndertideError


class ServerError(UndertideError):
    """A server that cannot start or go on."""


class JournalFailedError(ServerError):
    """The server stopped, since a fault of its own kept it from writing anything down."""

    def __init__(self) -> None:
        super().__init__(
            "runs could not be written because of a fault of this program, which the log above"
            " names: start it again, and they go on from what was written"
        )


class UnknownPresetError(ServerError):
    """A host asked for a preset that there is not."""

    def __init__(self, preset: str, known: list[str]) -> None:
        super().__init__(f"there is no preset {preset!r}: there are {', '.join(known)}")
