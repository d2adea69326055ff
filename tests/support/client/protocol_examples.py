"""The examples of docs/protocol.md: one message or more of each tag, as bytes."""

import re
from pathlib import Path
from typing import Any, Final

import msgspec

from undertide_shared.codec import decode_client, decode_server
from undertide_shared.messages import CLIENT_MESSAGES, SERVER_MESSAGES, ClientMessage, ServerMessage
from undertide_shared.messages.wire import WireStruct, tag_name

PAGE: Final = Path(__file__).parents[3] / "docs" / "protocol.md"
BLOCK: Final = re.compile(r"^```example\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEX: Final = re.compile(r"[0-9a-f]{2}( [0-9a-f]{2})*")


def server_examples() -> list[ServerMessage]:
    """Return the messages of a server."""
    tags = set(map(tag_name, SERVER_MESSAGES))
    return [decode_server(data) for data in _examples() if _tag(data) in tags]


def client_examples() -> list[ClientMessage]:
    """Return the messages of a client."""
    tags = set(map(tag_name, CLIENT_MESSAGES))
    return [decode_client(data) for data in _examples() if _tag(data) in tags]


def named(value: Any) -> Any:
    """Return a value of a message as the page has it: fields by their names, bytes as numbers."""
    match value:
        case WireStruct():
            fields = {name: named(getattr(value, name)) for name in value.__struct_fields__}
            tag = value.__struct_config__.tag
            return fields if tag is None else {"tag": tag, **fields}
        case bytes():
            return list(value)
        case list() | tuple():
            return [named(each) for each in value]
        case _:
            return value


def _examples() -> list[bytes]:
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    return [_bytes(each) for block in blocks for each in block.strip().split("\n\n")]


def _bytes(example: str) -> bytes:
    return bytes.fromhex(" ".join(line for line in example.splitlines() if HEX.fullmatch(line)))


def _tag(data: bytes) -> str:
    return str(msgspec.msgpack.decode(data)[0])
