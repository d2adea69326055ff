"""Names: when two read alike, and which ones speak for the server and are nobody's. Pure."""
# ruff: noqa: RUF001 (the letters that look alike are the point of the table)

import unicodedata
from collections.abc import Iterable
from typing import Final

from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_NAME
from undertide_shared.text import RESERVED_MARKS, clean

OPERATOR: Final = "the operator"
"""The name of an operator without an account."""
MAKER: Final = "the party leader"
"""The name of a session's maker who has no name there yet."""
SERVER: Final = "the server"
"""The name of the server where it speaks of the places in a session."""
SPEAKING: Final = (OPERATOR, MAKER, "operator", "server", SERVER)
"""Names that the server uses for itself and for those who act for it, whatever it is called."""

_LOOKS: Final = {
    "A": "АΑᎪ", "B": "ВΒᏴ", "C": "СϹᏟ", "E": "ЕΕᎬ", "F": "Ϝ", "G": "ԌᏀ", "H": "НΗᎻ", "I": "ІΙӀ",
    "J": "ЈᎫͿ", "K": "КΚᏦ", "M": "МΜᎷ", "N": "Ν", "O": "ОΟՕ", "P": "РΡᏢ", "Q": "Ԛ", "S": "ЅՏᏚ",
    "T": "ТΤᎢ", "U": "Ս", "V": "ѴᏙ", "W": "ԜᎳ", "X": "ХΧ", "Y": "УΥҮ", "Z": "ΖᏃ",
    "a": "аαɑ", "c": "сϲ", "d": "ԁ", "e": "еҽε", "g": "ɡ", "h": "һհ", "i": "іιı", "j": "јϳ",
    "k": "кκ", "m": "м", "n": "ո", "o": "оοσօ", "p": "рρ", "q": "ԛգ", "r": "г", "s": "ѕ", "t": "тτ",
    "u": "υսʋ", "v": "νѵ", "w": "ԝωա", "x": "хχ", "y": "уүγ", "z": "ᴢ",
}  # fmt: skip
_FIGURES: Final = {ord("0"): "o", ord("1"): "l", ord("I"): "l"}
_LETTERS: Final = _FIGURES | {
    ord(each): look.translate(_FIGURES) for look, all_ in _LOOKS.items() for each in all_
}


def cleaned(name: str) -> str:
    """Return a name as it is shown, with nothing cut off.

    If it were cut, a long name could pass for a shorter one.
    """
    return clean(name, max(1, len(name)))


def folded(text: str) -> str:
    """Return the key of a name: the same for all spellings that differ in case or width alone.

    Wide, small and circled forms of a letter count as the letter. Letters of different scripts that
    look alike stay different.
    """
    once = unicodedata.normalize("NFKC", cleaned(text)).casefold()
    return unicodedata.normalize("NFKC", once)


def look_alike_keys(name: str) -> frozenset[str]:
    """Return the keys of a cleaned name by its looks; two names read alike if they share one.

    Like `folded`, but letters of other scripts count as the Latin letters that they look like, and
    so do the digits 0 and 1. A capital may look like another letter than its small form, so one key
    is made before the letters become small and one after.
    """
    shown = unicodedata.normalize("NFKC", name)
    small = unicodedata.normalize("NFKC", shown.casefold())
    return frozenset({shown.translate(_LETTERS).casefold(), small.translate(_LETTERS)})


class ReservedNames:
    """The names that would speak for a server called `server`, which may have no name."""

    def __init__(self, server: str = "") -> None:
        # Clients cut names off, and so show no more of the server's own.
        names = (server, clean(server, MAX_NAME), *SPEAKING)
        self._keys = frozenset(key for name in names for key in _keys_of(name))

    def check(self, name: str) -> None:
        """Raise BadTextError for a name or a mark that only the server uses."""
        name = cleaned(name)
        marks = sorted(RESERVED_MARKS & {*name, *unicodedata.normalize("NFKC", name)})
        if marks:
            raise BadTextError(f"a name has no {marks[0]}: the game marks names with it")
        if not self._keys.isdisjoint(_keys_of(name)):
            raise BadTextError(f"{name} is a name of the server: choose another")


def _keys_of(name: str) -> Iterable[str]:
    """Return the keys of a name, and of its letters and digits alone, without their accents."""
    keys = look_alike_keys(name)
    apart = (unicodedata.normalize("NFKD", key) for key in keys)
    return keys.union("".join(filter(str.isalnum, key)) for key in apart) - {""}


NAMELESS_SERVER: Final = ReservedNames()
"""The names that nobody may use whatever the server is called."""
