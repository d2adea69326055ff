"""What the protocol is called, and what every message and part of one is: an array on the wire."""

from typing import Final

import msgspec

PROTOCOL: Final = 1
SUBPROTOCOL: Final = "undertide.v1"


class WireStruct(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An array on the wire, immutable here."""
