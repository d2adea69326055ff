"""MessagePack in and out, bounded.

What comes in is unpacked with hard limits first and held against the message types after that, so
that nothing a stranger sends can make this end allocate, nest or convert without bound.
"""

from typing import Any, Final

import msgpack
import msgspec

from undertide_shared.messages import (
    MAX_CLIENT_MESSAGE,
    MAX_SERVER_MESSAGE,
    ClientMessage,
    ErrorCode,
    ServerMessage,
)

MAX_CLIENT_ITEMS: Final = 32
"""Elements of one array from a client: four times the longest legal one, so that they can grow."""
MAX_SERVER_ITEMS: Final = 40_000
"""Elements of one array from a server: runs of a whole floor of the largest size."""
MAX_DEPTH: Final = 8
"""Arrays within arrays, twice what any message has."""

_encoder = msgspec.msgpack.Encoder()


class BadMessage(ValueError):
    """Bytes that are no legal message: `code` for programs, `reason` for people."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code: ErrorCode = code
        self.reason = reason


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Return `message` as bytes for the wire."""
    return _encoder.encode(message)


def decode_client(data: bytes) -> ClientMessage:
    """Return the client message in `data`. Raises BadMessage."""
    if len(data) > MAX_CLIENT_MESSAGE:
        raise BadMessage("too_large", f"{len(data)} bytes, at most {MAX_CLIENT_MESSAGE} are read")
    unpacked = _unpack(data, MAX_CLIENT_MESSAGE, MAX_CLIENT_ITEMS)
    message: ClientMessage = _convert(unpacked, ClientMessage)
    return message


def decode_server(data: bytes) -> ServerMessage:
    """Return the server message in `data`. Raises BadMessage."""
    if len(data) > MAX_SERVER_MESSAGE:
        raise BadMessage("too_large", f"{len(data)} bytes, at most {MAX_SERVER_MESSAGE} are read")
    unpacked = _unpack(data, MAX_SERVER_MESSAGE, MAX_SERVER_ITEMS)
    message: ServerMessage = _convert(unpacked, ServerMessage)
    return message


def _unpack(data: bytes, size: int, items: int) -> object:
    """Return the one MessagePack value in `data`. Raises BadMessage."""
    try:
        value: object = msgpack.unpackb(
            data,
            max_str_len=size,
            max_bin_len=size,
            max_array_len=items,
            max_map_len=0,
            max_ext_len=0,
        )
    except msgpack.ExtraData as fault:
        raise BadMessage("malformed", "more than one value in a message") from fault
    except (ValueError, msgpack.UnpackException) as fault:
        raise BadMessage("malformed", str(fault) or "no MessagePack value") from fault
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise BadMessage("malformed", "a message is an array that begins with its tag")
    if _depth(value) > MAX_DEPTH:
        raise BadMessage("malformed", f"arrays nest deeper than {MAX_DEPTH}")
    return value


def _depth(value: object) -> int:
    """Return how deep arrays nest in `value`, without recursing."""
    depth = 0
    layer = [value]
    while layer and depth <= MAX_DEPTH:
        layer = [inner for outer in layer if isinstance(outer, list) for inner in outer]
        depth += 1
    return depth - 1


def _convert(value: object, union: Any) -> Any:
    """Return `value` as one of the messages in `union`. Raises BadMessage."""
    try:
        return msgspec.convert(value, union)
    except msgspec.ValidationError as fault:
        reason = str(fault)
        if "Invalid value" in reason and reason.endswith("`$[0]`"):
            raise BadMessage("unknown_message", reason) from fault
        raise BadMessage("malformed", reason) from fault
