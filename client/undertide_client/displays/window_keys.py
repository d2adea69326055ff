"""The keys of SDL's events. A key that comes both as a key and as text counts once."""

from typing import Final

from tcod.event import KeyDown, KeySym, Modifier, TextInput

from undertide_client.displays.base import KeyPress
from undertide_client.displays.key_names import join, printable_key

_NAMED: Final = {
    KeySym.UP: "up",
    KeySym.DOWN: "down",
    KeySym.LEFT: "left",
    KeySym.RIGHT: "right",
    KeySym.HOME: "home",
    KeySym.END: "end",
    KeySym.PAGEUP: "pageup",
    KeySym.PAGEDOWN: "pagedown",
    KeySym.INSERT: "insert",
    KeySym.DELETE: "delete",
    KeySym.RETURN: "enter",
    KeySym.ESCAPE: "escape",
    KeySym.TAB: "tab",
    KeySym.BACKSPACE: "backspace",
    KeySym.KP_ENTER: "kp_enter",
    **{KeySym[f"F{number}"]: f"f{number}" for number in range(1, 13)},
}
_NUMPAD: Final = {
    **{KeySym[f"KP_{digit}"]: (f"kp{digit}", str(digit)) for digit in range(10)},
    KeySym.KP_PLUS: ("kp_plus", "+"),
    KeySym.KP_MINUS: ("kp_minus", "-"),
    KeySym.KP_MULTIPLY: ("kp_multiply", "*"),
    KeySym.KP_DIVIDE: ("kp_divide", "/"),
    KeySym.KP_PERIOD: ("kp_period", "."),
    KeySym.KP_COMMA: ("kp_comma", ","),
    KeySym.KP_EQUALS: ("kp_equals", "="),
}
"""Keys of the numpad and the text that may come with them."""
_LAST_CHARACTER: Final = 0x10FFFF
"""Symbols above this are keys without a character."""


class WindowKeys:
    """A converter from key and text events of a window to keys."""

    def __init__(self) -> None:
        self._told = ""
        """The text of a key already reported."""

    def of_key(self, event: KeyDown) -> list[KeyPress]:
        """Return the pressed key, unless it comes as text."""
        self._told = ""
        if event.mod & Modifier.GUI:
            return []
        held = _held(event.mod)
        if event.sym in _NAMED:
            return [KeyPress(join(held, _NAMED[event.sym]))]
        if event.sym in _NUMPAD:
            key, self._told = _NUMPAD[event.sym]
            return [KeyPress(join(held, key))]
        return self._of_shortcut(event, held)

    def of_text(self, event: TextInput) -> list[KeyPress]:
        """Return the keys of `event`, except for one already reported."""
        told, self._told = self._told, ""
        if told and event.text.casefold() == told:
            return []
        keys = (printable_key(character) for character in event.text)
        return [KeyPress(key) for key in keys if key]

    def _of_shortcut(self, event: KeyDown, held: frozenset[str]) -> list[KeyPress]:
        """Return a printable key with Ctrl or Alt. Alone, or with AltGr, it comes as text."""
        if event.mod & (Modifier.MODE | Modifier.RALT) or not held & {"ctrl", "alt"}:
            return []
        if event.sym > _LAST_CHARACTER:
            return []
        key = printable_key(chr(event.sym))
        if key is None:
            return []
        self._told = chr(event.sym).casefold()
        return [KeyPress(join(held, key))]


def _held(modifiers: Modifier) -> frozenset[str]:
    masks = {"ctrl": Modifier.CTRL, "alt": Modifier.ALT, "shift": Modifier.SHIFT}
    return frozenset(name for name, mask in masks.items() if modifiers & mask)
