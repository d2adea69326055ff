"""The memory that the galleries of all sessions of a server may take together."""

from typing import Final, Protocol
from weakref import WeakKeyDictionary

MOST_RECORDED_IN_ALL: Final = 256 * 2**20
"""The most bytes that galleries hold in all: as much as 200 sessions take without them."""


class Recording(Protocol):
    """A gallery, as far as its size is concerned."""

    def start_over(self) -> None:
        """Discard what is recorded, and note the size that is left."""


class GalleryBudget:
    """The sizes of galleries. Where they come to more than `most`, the largest starts over.

    A gallery that nobody refers to any more does not count.
    """

    def __init__(self, most: int = MOST_RECORDED_IN_ALL) -> None:
        self._most = most
        self._sizes: WeakKeyDictionary[Recording, int] = WeakKeyDictionary()
        self._total = 0
        """The sum of the sizes, or more: it still holds those of galleries that are gone."""

    def record_size(self, gallery: Recording, size: int) -> None:
        """Note the size of a gallery in bytes. This may make any gallery start over."""
        self._total += size - self._sizes.get(gallery, 0)
        self._sizes[gallery] = size
        if self._total > self._most:
            self._total = sum(self._sizes.values())
        while self._total > self._most:
            max(self._sizes, key=self._sizes.__getitem__).start_over()
