"""What every message and part of one is: an array on the wire."""

import msgspec


class WireStruct(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An array on the wire, immutable here."""
