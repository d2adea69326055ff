"""WebSocket frames as clients send them, made by hand."""

from typing import Final

from undertide_shared.codec import encode
from undertide_shared.messages import ClientMessage

FINAL: Final = 0x80
"""The bit of a frame that ends its message."""
MASKED: Final = 0x80
"""The bit of a frame whose bytes are masked, as all bytes of clients are."""
MASK: Final = bytes(4)
"""A mask of zeros: servers unmask all the same, and it costs the client nothing."""
SHORT: Final = 126
"""Length from which eight bytes tell it."""
LONG: Final = 127
"""The mark of a length of eight bytes."""
BINARY: Final = 2


def client_frame(opcode: int, data: bytes, *, said: int | None = None) -> bytes:
    """Return a frame with an empty mask; `said` is a length that it states wrongly."""
    length = len(data) if said is None else said
    if length < SHORT:
        head = bytes([FINAL | opcode, MASKED | length])
    else:
        head = bytes([FINAL | opcode, MASKED | LONG]) + length.to_bytes(8, "big")
    return head + MASK + data


def masked(message: ClientMessage) -> bytes:
    """Return a message as the frame of a client."""
    return client_frame(BINARY, encode(message))
