"""Errors in content."""

from collections.abc import Iterable

from undertide_server.content.schema.faults import Fault


class UnfitChangeError(Exception):
    """An error: a value can't take a change. Its text is the problem of a fault."""


class ContentError(Exception):
    """An error with all faults of content that can't be used."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__(self.faults)

    def __str__(self) -> str:
        count = len(self.faults)
        head = "1 fault in the content" if count == 1 else f"{count} faults in the content"
        return "\n".join([f"{head}:", *(f"  {fault}" for fault in self.faults)])


class NoSuchValueError(Exception):
    """An error: a key leads to no value that can be changed. Its text is the problem of a fault."""


class InvalidValueError(Exception):
    """An error: a record is no longer valid. Its text, a problem of a fault, says where and why."""
