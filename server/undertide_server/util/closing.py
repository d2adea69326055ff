"""Closing what can't be used after all."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Closable(Protocol):
    """Something that holds a resource of the system until it is closed."""

    def close(self) -> object:
        """Give the resource back."""


@contextmanager
def closed_on_fault(opened: Closable) -> Iterator[None]:
    """Prepare what was just opened; close it if that fails, or is given up."""
    try:
        yield
    except BaseException:
        opened.close()
        raise
