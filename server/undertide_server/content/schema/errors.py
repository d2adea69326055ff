"""What can go wrong with content."""

from collections.abc import Iterable

from undertide_server.content.schema.faults import Fault


class UnfitChangeError(Exception):
    """A change that its value can't take. It says why, in the words of a fault."""


class ContentError(Exception):
    """Content that can't be used, with everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__(self.faults)

    def __str__(self) -> str:
        count = len(self.faults)
        head = "1 fault in the content" if count == 1 else f"{count} faults in the content"
        return "\n".join([f"{head}:", *(f"  {fault}" for fault in self.faults)])


class NoSuchValueError(Exception):
    """A key leads to nothing that can be changed. It says why, in the words of a fault."""


class InvalidValueError(Exception):
    """A record is not valid any more. It says where and why, in the words of a fault."""
