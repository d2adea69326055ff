"""Which characters may be written into a cell, and what stands for the others.

A cell may hold anything that came over the network; what reaches a terminal is always exactly one
visible character, one cell wide, that moves nothing around it. Where a terminal knows only ASCII,
it is the one that looks most alike.
"""
# ruff: noqa: RUF001 (the characters that look alike are the point of the table)

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from wcwidth import wcwidth

_BOX_DRAWING: Final = range(0x2500, 0x2580)
_LOOKS: Final = {
    "-": "─━┄┅┈┉╌╍═╴╶╸╺╼╾–—‐‑−▔",
    "|": "│┃┆┇┊┋╎╏║╵╷╹╻╽╿▍▎▏▕¦⌂",
    "/": "╱↗↙",
    "\\": "╲↘↖",
    "X": "╳",
    "#": "█▓▒▀▄▌▐▙▛▜▟■▪",
    "%": "▚▞▤▥▦▧▨▩▅▆▇▉▊▋",
    ".": "·∙•…▁▂▃▖▗▘▝",
    "<": "←«‹◄◀◂",
    ">": "→»›►▶▸",
    "^": "↑▲△⌃",
    "v": "↓▼▽⌄√",
    "x": "×✕✖✗",
    "*": "★☆✦✶❄●◆◇§¥¤∞╨",
    "o": "○◦°º◉◷",
    "+": "†‡±",
    "~": "≋∼",
    "=": "≠δ",
    "'": "‘’´′",
    '"': "“”″",
    ",": "⌠",
    "&": "☼",
    "{": "≈",
    "[": "Ωψ∟",
    "?": "≡",
    ":": "‰╬",
    "`": "♦",
    "0": "∩",
    "1": "⊗",
    "2": "◈",
    "3": "⚑",
    "4": "✚",
    "5": "◊",
    "6": "Π",
    "7": "♣♠",
    "8": "Φ░",
    "9": "♔♕♚♛",
    "!": "¡‼♥",
}
"""The characters that each ASCII character replaces. Box-drawing corners and crossings, left out,
become "+". No letter stands for a glyph of the map, where letters are creatures, and no digit for
an item, since lists would seem to count. What means different things looks different as far as
ASCII has signs. The digits 1 to 4 stand for the marks of heroes."""


def _table() -> dict[int, int]:
    corners = dict.fromkeys(_BOX_DRAWING, ord("+"))
    return corners | {ord(each): ord(look) for look, all_ in _LOOKS.items() for each in all_}


LOOK_ALIKES: Final = _table()
"""ASCII codepoints by the codepoints that they replace."""


WIDE: Final = 2
"""Cells of a wide character: CJK, and most emoji."""
UNREADABLE: Final = ord("?")
SPACE: Final = ord(" ")
MAX_UNICODE: Final = 0x10FFFF
FILLER: Final = 0xE000
"""The right half of a character that takes two cells. It is for private use: no text has it."""
_LATIN_END: Final = 0x0180
"""The first codepoint after the Latin letters of Europe."""
_PROVEN_LETTERS: Final = 0x0530
"""The first codepoint after Cyrillic."""
_PROVEN_WIDE: Final = (
    range(0x3041, 0x3100),  # kana
    range(0x4E00, 0xA000),  # common ideographs
    range(0xAC00, 0xD7A4),  # Hangul
    range(0xFF01, 0xFF61),  # full-width forms
)
_UNFIT_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Mc", "Me"})
"""Controls, formats (bidi marks, zero-width), surrogates, private and unassigned ones, line ends,
and marks that join the character before them."""
_REORDERING: Final = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI"})
"""Right-to-left characters: terminals that know them reorder the cells around them."""


@lru_cache(maxsize=4096)
def terminal_glyph(code: int) -> int:
    """Return the codepoint that a UTF-8 terminal is given for `code`: itself, or "?"."""
    return code if _fits_one_cell(code) else UNREADABLE


@lru_cache(maxsize=4096)
def ascii_glyph(code: int) -> int:
    """Return what stands for `code` where only ASCII can be shown: a look-alike, or "?"."""
    if SPACE <= code < 0x7F:
        return code
    if not _fits_one_cell(code):
        return UNREADABLE
    return LOOK_ALIKES.get(code) or _plain_letter(chr(code))


@lru_cache(maxsize=4096)
def is_wide(code: int) -> bool:
    """Return whether a terminal shows a character in two cells, and nothing around it moves."""
    return _is_fit(code) and not chr(code).isspace() and wcwidth(chr(code)) == WIDE


def shows_text(text: str, *, utf8: bool, is_simple: bool = False) -> bool:
    """Return whether a terminal shows each character of `text` as itself, and as no other.

    A simple terminal has a font of a few hundred characters, with the letters of Latin in it.
    """
    if not utf8:
        return text.isascii()
    codes = [ord(one) for one in text]
    if is_simple and max(codes, default=SPACE) >= _LATIN_END:
        return False
    return all(is_wide(code) or _is_shown_whole(code) for code in codes)


def _is_shown_whole(code: int) -> bool:
    """Return whether a character takes one cell in every terminal, as far as is known.

    One of ambiguous width may be drawn wider, and then the character behind it covers its half.
    """
    in_doubt = bool(_UNPROVEN_WIDTH[code]) and unicodedata.east_asian_width(chr(code)) == "A"
    return terminal_glyph(code) == code and not in_doubt


def has_unproven_width(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Return which of `codes`, of any shape, may take more or fewer cells than `wcwidth` says.

    Tables of widths differ from what terminals draw, and terminals from each other, for hexagrams,
    circled numbers and flags. Proven are letters of Latin, Greek and Cyrillic, the signs of the
    map, boxes, and the common letters of Chinese, Japanese and Korean.
    """
    unproven: NDArray[np.bool_] = _UNPROVEN_WIDTH[codes]
    return unproven


def _unproven_widths() -> NDArray[np.bool_]:
    """Return for each codepoint whether its width is unproven."""
    table = np.ones(MAX_UNICODE + 1, np.bool_)
    table[:_PROVEN_LETTERS] = False
    table[[*LOOK_ALIKES, FILLER]] = False
    for proven in _PROVEN_WIDE:
        table[proven.start : proven.stop] = False
    return table


_UNPROVEN_WIDTH: Final = _unproven_widths()


def paired(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Return which cells, of shape (rows, columns), hold a wide character and its filler after it.

    Another cell may have been drawn over either half: such a character can't be shown.
    """
    found = np.zeros(codes.shape, np.bool_)
    fillers = codes[:, 1:] == FILLER
    if fillers.any():
        for row, column in np.argwhere(fillers).tolist():
            found[row, column] = is_wide(int(codes[row, column]))
    return found


def replace_glyphs(
    codes: NDArray[np.uint32], replacement: Callable[[int], int]
) -> NDArray[np.uint32]:
    """Return `codes` (any shape) with each replaced by what `replacement` gives for it."""
    distinct, places = np.unique(codes, return_inverse=True)
    replaced = np.array([replacement(int(code)) for code in distinct], dtype=np.uint32)
    return replaced[places].reshape(codes.shape)


def _fits_one_cell(code: int) -> bool:
    return _is_fit(code) and wcwidth(chr(code)) == 1


def _is_fit(code: int) -> bool:
    if not SPACE <= code <= MAX_UNICODE:
        return False
    character = chr(code)
    return (
        unicodedata.category(character) not in _UNFIT_CATEGORIES
        and unicodedata.bidirectional(character) not in _REORDERING
    )


def _plain_letter(character: str) -> int:
    """Return the letter under an accent, where there is one in ASCII."""
    base = ord(unicodedata.normalize("NFKD", character)[0])
    return base if SPACE <= base < 0x7F else UNREADABLE
