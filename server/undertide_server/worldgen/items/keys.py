"""Item keys: the text by which an item lies, is carried, remembered or sold.

health_potion                       an item of items.toml
long_sword^7                        gear: its base, and the floor whose worth it has
long_sword^7/keen:2/of_embers:1     the same with affixes and their levels, in order of keys
long_sword^7+/keen:2                the same forged, which grows with its bearer
dawnbreaker^12                      an artifact, which grows too
essence/keen                        the essence of an affix
"""

import re
from dataclasses import dataclass

from undertide_server.worldgen.items.errors import BadItemKeyError

ESSENCE = "essence"
"""Key of the essence item, and the start of the keys of essences."""

MOST_DEPTH = 99
"""The greatest depth that a key can state: it has two digits."""

_PIECE = re.compile(r"([^\s^/:]+)\^([1-9][0-9]?)(\+?)((?:/[^\s^/:]+:[1-9])*)")
_AFFIX = re.compile(r"/([^\s^/:]+):([1-9])")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of gear."""

    base: str
    """Key of a base, or of an artifact."""
    depth: int
    """Number of the floor whose worth decides its figures."""
    affixes: tuple[tuple[str, int], ...] = ()
    """Key and level of each, by key; an artifact's own affixes are stated elsewhere."""
    forged: bool = False
    """Whether a forge made it, so that it grows with its bearer."""


def key_of(piece: Piece) -> str:
    """Return the key of a piece of gear."""
    affixes = "".join(f"/{affix}:{level}" for affix, level in piece.affixes)
    return f"{piece.base}^{piece.depth}{'+' if piece.forged else ''}{affixes}"


def is_piece(key: str) -> bool:
    """Return whether a key is that of gear."""
    return "^" in key


def piece_of(key: str) -> Piece:
    """Return the piece of gear of a key. Raises BadItemKeyError if it is another text.

    Each piece has exactly one key: `key_of` returns the same one.
    """
    match = _PIECE.fullmatch(key)
    if match is None:
        raise BadItemKeyError(key)
    affixes = tuple((name, int(level)) for name, level in _AFFIX.findall(match[4]))
    names = [name for name, _ in affixes]
    if names != sorted(set(names)):
        raise BadItemKeyError(key)
    return Piece(match[1], int(match[2]), affixes, forged=bool(match[3]))


def essence_key(affix: str) -> str:
    """Return the key of an affix's essence."""
    return f"{ESSENCE}/{affix}"


def essence_of(key: str) -> str | None:
    """Return the key of the affix whose essence an item is; None if it is not an essence."""
    head, _, affix = key.partition("/")
    return affix if head == ESSENCE and affix else None
