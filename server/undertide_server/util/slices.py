"""Long work in slices, so that the event loop can do other things between them. Sans-I/O."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

Slices = Generator[None, None, T]
"""Work that yields after each slice and returns its result. Closing it gives the work up."""


def finished(work: Slices[T]) -> T:
    """Do all of the work at once, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
