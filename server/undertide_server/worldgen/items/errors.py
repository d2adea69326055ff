"""Errors with items."""

from undertide_shared.errors import UndertideError


class ItemError(UndertideError):
    """An error with an item."""


class BadItemKeyError(ItemError):
    """An error: a text is not the key of an item."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key!r} is no key of an item")
        self.key = key


class CannotForgeError(ItemError):
    """An error: a forge can't make a piece. The player reads `reason`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
