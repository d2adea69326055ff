"""The protocol's name, and the base class of every message and every part: an array on the wire."""

from typing import Final

import msgspec

PROTOCOL: Final = 1
SUBPROTOCOL: Final = "undertide.v1"


class WireStruct(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An immutable record that is an array on the wire."""


def tag_name(kind: type[WireStruct]) -> str:
    """Return the tag with which messages of a type begin."""
    return str(kind.__struct_config__.tag)
