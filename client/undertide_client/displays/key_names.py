"""What is typed: names of keys, from those of blessed to those of `KeyPress`, and pasted text."""

import re
from typing import Final

_UNDECODED: Final = "\ufffd"
"""The character that replaces bytes which the terminal's encoding doesn't have."""
MODIFIERS: Final = ("ctrl", "alt", "shift")
"""The modifiers, in their order before a key."""
_BLESSED: Final = re.compile(r"KEY_(?P<modifiers>(?:(?:CTRL|ALT|SHIFT)_)*)(?P<base>.+)")
_BASES: Final = {
    "UP": "up",
    "DOWN": "down",
    "LEFT": "left",
    "RIGHT": "right",
    "HOME": "home",
    "END": "end",
    "PGUP": "pageup",
    "PGDOWN": "pagedown",
    "INSERT": "insert",
    "DELETE": "delete",
    "ENTER": "enter",
    "ESCAPE": "escape",
    "TAB": "tab",
    "BACKSPACE": "backspace",
    "SPACE": "space",
    "CENTER": "kp5",
    "KP_ENTER": "kp_enter",
    "KP_ADD": "kp_plus",
    "KP_SUBTRACT": "kp_minus",
    "KP_MULTIPLY": "kp_multiply",
    "KP_DIVIDE": "kp_divide",
    "KP_DECIMAL": "kp_period",
    "KP_SEPARATOR": "kp_comma",
    "KP_EQUAL": "kp_equals",
    **{f"KP_{digit}": f"kp{digit}" for digit in range(10)},
    **{f"F{number}": f"f{number}" for number in range(1, 13)},
}
NAMED: Final = frozenset(_BASES.values())
"""The keys that have a name, besides characters."""


def join(held: frozenset[str], base: str) -> str:
    """Return the name of `base` with the modifiers `held`. A character includes its shift."""
    if len(base) == 1 and "shift" in held:
        held, base = held - {"shift"}, base.upper()
    return "".join(f"{each}+" for each in MODIFIERS if each in held) + base


def key_of(text: str, name: str | None) -> str | None:
    """Return the key that sent `text` and that blessed calls `name`; None if it is unknown."""
    if name is None:
        return printable_key(text)
    match = _BLESSED.fullmatch(name)
    if match is None:
        return None
    base = match["base"].lower() if len(match["base"]) == 1 else _BASES.get(match["base"])
    held = frozenset(match["modifiers"].lower().split("_")) & frozenset(MODIFIERS)
    return join(held, base) if base else None


def printable_key(text: str) -> str | None:
    """Return the key of one printable character; None for anything else."""
    if text == " ":
        return "space"
    readable = len(text) == 1 and text.isprintable() and text != _UNDECODED
    return text if readable else None


def is_key(name: str) -> bool:
    """Return whether `name` names a key: a character or a name, with modifiers in their order."""
    base = name
    for modifier in MODIFIERS:
        prefix = f"{modifier}+"
        if base.startswith(prefix) and base != prefix:
            base = base.removeprefix(prefix)
    return base in NAMED or (len(base) == 1 and printable_key(base) == base)


MAX_PASTE: Final = 4096
"""Characters kept of one paste: far more than the longest legal chat line."""
MAX_UNTIDIED: Final = 2 * MAX_PASTE
"""Characters read of one paste: a paste from Windows has two for every line end."""


def tidy(text: str) -> str:
    """Return at most `MAX_PASTE` characters of `text`.

    Its only control characters are line feeds.
    """
    lines = text[:MAX_UNTIDIED].replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(each for each in lines if each == "\n" or each.isprintable())[:MAX_PASTE]
