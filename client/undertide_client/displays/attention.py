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


def encode_attention(before: Attention, after: Attention) -> bytes:
    """Return the bytes that tell a terminal what has changed."""
    title = f"\x1b]2;{after.title}\x07" if after.title != before.title else ""
    bell = "\x07" if after.rings > before.rings else ""
    return f"{title}{bell}".encode()
