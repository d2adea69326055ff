"""The ASCII characters that replace others on a terminal that knows only ASCII."""
# ruff: noqa: RUF001 (the characters that look alike are the point of the table)

from typing import Final

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
    "<": "←«‹◄◀",
    ">": "→»›►▶",
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
