"""Signs for a player who looks elsewhere: the window's title, and a bell."""

from dataclasses import dataclass
from typing import Final

TITLE: Final = "Undertide"


@dataclass(frozen=True, slots=True)
class Attention:
    """What a display tells beside its picture. Each is whole, so a later one replaces it."""

    title: str = TITLE
    """Plain words of the client's own: nothing of it came over the network."""
    rings: int = 0
    """How often the bell has rung since the start."""


def encode_attention(before: Attention, after: Attention, *, is_titled: bool = True) -> bytes:
    """Return the bytes that tell a terminal, which may have no title, what has changed."""
    title = encode_title(after.title) if is_titled and after.title != before.title else b""
    bell = b"\x07" if after.rings > before.rings else b""
    return title + bell


def encode_title(title: str) -> bytes:
    """Return the bytes that give a terminal's window its title."""
    return f"\x1b]2;{title}\x07".encode()
