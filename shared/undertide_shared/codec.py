"""MessagePack in and out, bounded.

What comes in is unpacked with hard limits first and held against the message types after that, so
that nothing a stranger sends can make this end allocate, nest or convert without bound.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

import msgpack
import msgspec

from undertide_shared.errors import BadMessageError
from undertide_shared.limits import (
    MAX_CLIENT_ITEMS,
    MAX_CLIENT_MESSAGE,
    MAX_NESTING,
    MAX_SERVER_ITEMS,
    MAX_SERVER_MESSAGE,
)
from undertide_shared.messages import (
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    ClientMessage,
    ServerMessage,
)
from undertide_shared.text import clean

MAX_FAULT: Final = 200
"""Characters of a fault's reason. It may quote what came in, and goes back to who sent it."""

_encoder = msgspec.msgpack.Encoder()


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Return `message` as bytes for the wire.

    Raises UnicodeEncodeError or OverflowError for what the wire can't carry: lone surrogates, and
    integers of more than 64 bits.
    """
    return _encoder.encode(message)


def decode_client(data: bytes) -> ClientMessage:
    """Return the client message in `data`. Raises BadMessageError."""
    unpacked = _unpack(data, MAX_CLIENT_MESSAGE, MAX_CLIENT_ITEMS)
    message: ClientMessage = _convert(unpacked, _CLIENT_TYPES)
    return message


def decode_server(data: bytes) -> ServerMessage:
    """Return the server message in `data`. Raises BadMessageError."""
    unpacked = _unpack(data, MAX_SERVER_MESSAGE, MAX_SERVER_ITEMS)
    message: ServerMessage = _convert(unpacked, _SERVER_TYPES)
    return message


def _unpack(data: bytes, size: int, items: int) -> list[Any]:
    """Return the one MessagePack array in `data`, which begins with text.

    Raises BadMessageError.
    """
    if len(data) > size:
        raise BadMessageError("too_large", f"{len(data)} bytes, at most {size} are read")
    value = _unpack_bounded(data, items)
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise BadMessageError("malformed", "a message is an array that begins with its tag")
    if _nests_deeper(value, MAX_NESTING):
        raise BadMessageError("malformed", f"arrays nest deeper than {MAX_NESTING}")
    return value


def _unpack_bounded(data: bytes, items: int) -> object:
    """Return the one MessagePack value in `data`: no maps, no extensions.

    Raises BadMessageError.
    """
    size = len(data)
    try:
        value: object = msgpack.unpackb(
            data,
            max_str_len=size,
            max_bin_len=size,
            # Room for an array is made when its head is read, and heads can nest: never more of it
            # than the message could fill.
            max_array_len=min(items, size),
            max_map_len=0,
            max_ext_len=0,
            object_pairs_hook=_refuse_map,
            ext_hook=_refuse_extension,
        )
    except msgpack.ExtraData as fault:
        raise BadMessageError("malformed", "more than one value in a message") from fault
    except (ValueError, msgpack.UnpackException) as fault:
        raise BadMessageError("malformed", _short(fault) or "no MessagePack value") from fault
    return value


def _refuse_map(_pairs: Iterable[object]) -> NoReturn:
    """Turn down an empty map, which no limit does."""
    raise ValueError("a message holds no maps")


def _refuse_extension(_code: int, _data: bytes) -> NoReturn:
    """Turn down an empty extension, which no limit does."""
    raise ValueError("a message holds no extension types")


def _nests_deeper(value: list[Any], levels: int) -> bool:
    """Whether an array has more levels of arrays than so many, itself the first of them."""
    for inner in value:
        # Unpacked arrays are plain lists, and this looks at every element of every message.
        if type(inner) is list and (levels == 1 or _nests_deeper(inner, levels - 1)):
            return True
    return False


def _types(messages: Iterable[Any]) -> dict[str, Any]:
    """Return message types by their tags."""
    return {message.__struct_config__.tag: message for message in messages}


_CLIENT_TYPES: Final = _types(CLIENT_MESSAGES)
_SERVER_TYPES: Final = _types(SERVER_MESSAGES)


def _convert(value: list[Any], types: Mapping[str, Any]) -> Any:
    """Return `value` as the message that its tag names. Raises BadMessageError."""
    # Looked up here since msgspec works out a union anew each time, which takes 60 times as long.
    wanted = types.get(value[0])
    if wanted is None:
        raise BadMessageError("unknown_message", f"no message has the tag {clean(value[0], 40)!r}")
    try:
        # Bytes are a type of their own on this wire; else text would be read as Base64.
        return msgspec.convert(value, wanted, builtin_types=(bytes,))
    except msgspec.ValidationError as fault:
        # msgspec says "Invalid value" of tags alone: here of an intent's.
        unknown = str(fault).startswith("Invalid value ")
        raise BadMessageError(
            "unknown_message" if unknown else "malformed", _short(fault)
        ) from fault


def _short(fault: Exception) -> str:
    """Return what a fault says as one short printable line."""
    return clean(str(fault), MAX_FAULT)
