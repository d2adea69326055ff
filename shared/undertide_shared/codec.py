"""The MessagePack codec, with bounds.

The codec first unpacks incoming bytes within hard limits, and then checks the result against the
message types. So no stranger can make this end allocate, nest or convert without bound.
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
from undertide_shared.messages import CLIENT_MESSAGES, SERVER_MESSAGES, ClientMessage, ServerMessage
from undertide_shared.text import clean

MAX_FAULT: Final = 200
"""Maximum characters of a fault's reason. The reason may quote the message, and goes back to its
sender."""

_encoder = msgspec.msgpack.Encoder()


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Return `message` as bytes for the wire.

    Raises UnicodeEncodeError for lone surrogates, and OverflowError for integers of more than 64
    bits: the wire can carry neither.
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
    """Return the one MessagePack array in `data`, whose first element is text.

    Raises BadMessageError.
    """
    if len(data) > size:
        raise BadMessageError("too_large", f"{len(data)} bytes; the limit is {size}")
    value = _unpack_bounded(data, items)
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise BadMessageError("malformed", "a message is an array that begins with its tag")
    if _nests_deeper(value, MAX_NESTING):
        raise BadMessageError("malformed", f"arrays nest deeper than {MAX_NESTING}")
    return value


def _unpack_bounded(data: bytes, items: int) -> object:
    """Return the one MessagePack value in `data`, which may contain neither maps nor extensions.

    Raises BadMessageError.
    """
    size = len(data)
    try:
        value: object = msgpack.unpackb(
            data,
            max_str_len=size,
            max_bin_len=size,
            # msgpack allocates an array when it reads the array's head, and heads can nest. So an
            # array may never claim more elements than the message has bytes.
            max_array_len=min(items, size),
            max_map_len=0,
            max_ext_len=0,
            object_pairs_hook=_refuse_map,
            ext_hook=_refuse_extension,
        )
    except msgpack.ExtraData as fault:
        raise BadMessageError("malformed", "more than one value in a message") from fault
    except (ValueError, msgpack.UnpackException) as fault:
        raise BadMessageError("malformed", _short(fault) or "not a MessagePack value") from fault
    return value


def _refuse_map(_pairs: Iterable[object]) -> NoReturn:
    """Refuse an empty map: no limit of msgpack does."""
    raise ValueError("a message holds no maps")


def _refuse_extension(_code: int, _data: bytes) -> NoReturn:
    """Refuse an empty extension: no limit of msgpack does."""
    raise ValueError("a message holds no extension types")


def _nests_deeper(value: list[Any], levels: int) -> bool:
    """Return whether an array nests arrays deeper than `levels`, counting itself as the first."""
    for inner in value:
        # Unpacked arrays are plain lists, so this faster check is enough. It runs for every
        # element.
        if type(inner) is list and (levels == 1 or _nests_deeper(inner, levels - 1)):
            return True
    return False


def _types(messages: Iterable[Any]) -> dict[str, Any]:
    """Return the message types by tag."""
    return {message.__struct_config__.tag: message for message in messages}


_CLIENT_TYPES: Final = _types(CLIENT_MESSAGES)
_SERVER_TYPES: Final = _types(SERVER_MESSAGES)


def _convert(value: list[Any], types: Mapping[str, Any]) -> Any:
    """Return `value` as the message that its tag names. Raises BadMessageError."""
    # Look the type up here: msgspec would build the union at each call, which takes 60 times as
    # long.
    wanted = types.get(value[0])
    if wanted is None:
        raise BadMessageError("unknown_message", f"no message has the tag {clean(value[0], 40)!r}")
    try:
        # Keep bytes as a type of their own; otherwise msgspec would read text as Base64.
        return msgspec.convert(value, wanted, builtin_types=(bytes,))
    except msgspec.ValidationError as fault:
        # msgspec says "Invalid value" only of tags, so here the tag of an intent is unknown.
        unknown = str(fault).startswith("Invalid value ")
        raise BadMessageError(
            "unknown_message" if unknown else "malformed", _short(fault)
        ) from fault


def _short(fault: Exception) -> str:
    """Return the text of a fault as one short printable line."""
    return clean(str(fault), MAX_FAULT)
