"""The errors of both ends."""

from undertide_shared.messages import ErrorCode


class UndertideError(Exception):
    """The base of all Undertide's errors."""


class BadOperatorKeyError(UndertideError, ValueError):
    """A file holds no operator key. The error's text names the file."""


class BadTextError(UndertideError, ValueError):
    """A name or chat line that the server can't accept. `reason` tells its writer why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadMessageError(UndertideError, ValueError):
    """Bytes that are no legal message, with a `code` for programs and a `reason` for people.

    The reason is one short printable line, even where it quotes the message.
    """

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code: ErrorCode = code
        self.reason = reason


class UnknownBrainError(UndertideError, LookupError):
    """No installed brain has this name. `known` lists the names of those installed."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known

    def __str__(self) -> str:
        return f"there is no brain {self.name!r}; there are: {', '.join(self.known) or 'none'}"
