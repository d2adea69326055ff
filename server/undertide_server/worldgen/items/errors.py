"""What can go wrong with items."""

from undertide_shared.errors import UndertideError


class ItemError(UndertideError):
    """Something wrong with an item."""


class BadItemKeyError(ItemError):
    """A text is no key of an item."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key!r} is no key of an item")
        self.key = key


class CannotForgeError(ItemError):
    """A forge can't make that. `reason` is told to whoever asked."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
