"""What can go wrong on both ends."""

from undertide_shared.messages import ErrorCode


class UndertideError(Exception):
    """Any error of Undertide's own."""


class BadOperatorKeyError(UndertideError, ValueError):
    """The file holds no key. Its text says which file."""


class BadTextError(UndertideError, ValueError):
    """A name or chat line that can't be accepted. `reason` says why, to its writer."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadMessageError(UndertideError, ValueError):
    """Bytes that are no legal message: `code` for programs, `reason` for people.

    The reason is one short printable line, also where it quotes the message.
    """

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code: ErrorCode = code
        self.reason = reason


class UnknownBrainError(UndertideError, LookupError):
    """Nothing that is installed has a brain of that name; `known` are the names there are."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known

    def __str__(self) -> str:
        return f"there is no brain {self.name!r}; there are: {', '.join(self.known) or 'none'}"
