"""Address keys that show whether anybody still keeps a note about them."""

from collections.abc import Iterable
from weakref import WeakSet


class AddressKey(str):
    """An address key to which weak references are possible."""

    __slots__ = ("__weakref__",)


def watched(keys: Iterable[AddressKey]) -> WeakSet[AddressKey]:
    """Return a set of those keys that something still holds."""
    return WeakSet(keys)
