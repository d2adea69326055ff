"""The meaning of a terminal's bytes: keys, clicks, pasted text. Pure; blessed names the keys.

This module cuts characters into whole sequences. So it drops an unknown sequence in one piece, and
never takes it for Escape and a row of letters.
"""

import re
from typing import Final

from blessed.dec_modes import DecModeResponse, DecPrivateMode
from blessed.keyboard import (
    DEFAULT_SEQUENCE_MIXIN,
    Keystroke,
    get_keyboard_codes,
    get_leading_prefixes,
    resolve_sequence,
)

from undertide_client.displays.base import DisplayEvent, KeyPress, MousePress, MouseWheel, Pasted
from undertide_client.displays.key_names import MAX_UNTIDIED, key_of, tidy

ESCAPE_WAIT: Final = 0.1
"""Seconds after which an escape character counts as a key. The rest of a sequence comes in the same
packet, and a player who presses Escape would notice a longer wait."""
PASTE_WAIT: Final = 2.0
"""Seconds after which a paste without an end is over. Its rest must not act as keys, so this is
longer than a hiccup of the network."""
_MAX_SEQUENCE: Final = 64
"""Characters of one sequence. The longest key or click has about 20."""

_ESC: Final = "\x1b"
_INTRODUCERS: Final = ("[", "O")
"""What follows the escape character in the sequences of keys."""
_OLD_CLICK: Final = "\x1b[M"
"""What the clicks of terminals that don't know the form asked for (1006) begin with."""
_PASTE_BEGIN: Final = "\x1b[200~"
_PASTE_END: Final = "\x1b[201~"

_TOKEN: Final = re.compile(
    r"""
      \x1b?\x1b\[\[[A-E]                    # a function key of the Linux console
    | \x1b\[M[^\x1b]{3}                     # a click in the form of old terminals
    | \x1b?\x1b\[(?!M)[0-?]*[ -/]*[@-Z\\-~]  # a control sequence; with Alt it has a second escape
    | \x1b?\x1bO\d?[A-Za-z]                 # a key in application mode
    | \x1b[^\x1b\[O]                        # Alt and a character
    | \x1b(?=\x1b[^\[O])                    # Escape before another one
    | [^\x1b]
    """,
    re.VERBOSE | re.DOTALL,
)

_ARROWS: Final = ("up", "down", "right", "left")
_VT_FUNCTION_KEYS: Final = (11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24)
_OTHER_SEQUENCES: Final = {
    "\x1b[Z": "shift+tab",
    "\x1bOE": "kp5",
    "\x1bOF": "end",
    "\x1bOH": "home",
    **{f"\x1bO{letter}": key for letter, key in zip("ABCD", _ARROWS, strict=True)},
    **{f"\x1bO{letter}": f"ctrl+{key}" for letter, key in zip("abcd", _ARROWS, strict=True)},
    **{f"\x1b[{letter}": f"shift+{key}" for letter, key in zip("abcd", _ARROWS, strict=True)},
    **{f"\x1b[[{letter}": f"f{number}" for number, letter in enumerate("ABCDE", 1)},
    **{f"\x1b[{code}~": f"f{number}" for number, code in enumerate(_VT_FUNCTION_KEYS, 1)},
}
"""Keys that blessed learns only from terminfo, which is often wrong or missing on the far end."""

_KEYMAP: Final = dict(sorted(DEFAULT_SEQUENCE_MIXIN, key=lambda pair: len(pair[0]), reverse=True))
_CODES: Final = get_keyboard_codes()
_PREFIXES: Final = get_leading_prefixes(_KEYMAP)
_MODES: Final = {int(DecPrivateMode.MOUSE_EXTENDED_SGR): DecModeResponse.SET}


class KeyDecoder:
    """A decoder that turns characters, in pieces of any size, into events.

    A slow line may bring the rest of a sequence after its escape character became a key. What then
    comes is still that sequence, and no row of letters, each of which would be a command.
    """

    def __init__(self) -> None:
        self._pending = ""
        self._pasted: str | None = None
        self._was_cut = False
        """Whether Escape came last, and might have been the beginning of a sequence after all."""
        self._is_joined = False
        """Whether the pending text begins with an escape character that already was a key."""

    @property
    def is_pasting(self) -> bool:
        """Return whether a paste has begun and not ended."""
        return self._pasted is not None

    @property
    def patience(self) -> float | None:
        """Return the seconds to wait before calling `flush`; None if nothing is pending."""
        if self._pasted is not None:
            return PASTE_WAIT
        return ESCAPE_WAIT if self._pending else None

    def feed(self, text: str) -> list[DisplayEvent]:
        """Return the events that `text` completes."""
        if self._was_cut and text.startswith(_INTRODUCERS):
            self._pending, self._is_joined = _ESC, True
        self._was_cut = self._was_cut and not text
        self._pending += text
        events: list[DisplayEvent] = []
        while self._advance(events):
            pass
        if len(self._pending) > _MAX_SEQUENCE:
            self._pending, self._is_joined = "", False
        return events

    def flush(self) -> list[DisplayEvent]:
        """Return the keys in the pending characters, which turned out to be no sequence."""
        rest, self._pending = self._pending, ""
        if self._pasted is not None:
            text, self._pasted = self._pasted + rest, None
            return [Pasted(tidy(text))]
        if self._is_joined:
            self._is_joined = False
            return [event for sign in rest[1:] if (event := _pressed(sign))]
        if rest in {_ESC, _ESC * 2}:
            self._was_cut = True
            return [KeyPress("escape")] * len(rest)
        return [KeyPress(f"alt+{rest[1]}")] if len(rest) == 2 else []

    def _advance(self, events: list[DisplayEvent]) -> bool:
        """Take one sequence off the pending text. Return whether there may be another."""
        if self._pasted is not None:
            return self._collect(self._pasted, events)
        match = _TOKEN.match(self._pending)
        if match is None:
            return False
        self._pending, self._is_joined = self._pending[match.end() :], False
        if match[0] == _PASTE_BEGIN:
            self._pasted = ""
        elif event := _pressed(match[0]):
            events.append(event)
        return True

    def _collect(self, before: str, events: list[DisplayEvent]) -> bool:
        """Add the pending text to the paste. Return whether its end was found."""
        text, end, rest = self._pending.partition(_PASTE_END)
        if end:
            events.append(Pasted(tidy(before + text)))
            self._pasted, self._pending = None, rest
            return True
        # The text may end with the first characters of the end mark: keep them for the next piece.
        kept = _partial_end(text)
        self._pasted = (before + text[: len(text) - len(kept)])[:MAX_UNTIDIED]
        self._pending = kept
        return False


def _partial_end(text: str) -> str:
    """Return the beginning of the paste's end mark that `text` ends with."""
    lengths = range(len(_PASTE_END) - 1, 0, -1)
    return next((_PASTE_END[:each] for each in lengths if text.endswith(_PASTE_END[:each])), "")


def _pressed(token: str) -> DisplayEvent | None:
    """Return the key or click of one whole sequence; None if no player can press it."""
    if token == _ESC:
        return KeyPress("escape")
    if token.startswith(_OLD_CLICK):
        return _old_click(token)
    if token.startswith(_ESC * 2):
        return _with_alt(_pressed(token[1:]))
    if key := _OTHER_SEQUENCES.get(token):
        return KeyPress(key)
    stroke = resolve_sequence(token, _KEYMAP, _CODES, _PREFIXES, final=True, dec_mode_cache=_MODES)
    if len(stroke) != len(token):
        return None
    return _click(stroke) or _key(stroke)


def _with_alt(event: DisplayEvent | None) -> DisplayEvent | None:
    if isinstance(event, KeyPress) and "alt+" not in event.key:
        control, _, key = event.key.rpartition("ctrl+")
        return KeyPress(f"{control}{'ctrl+' if 'ctrl+' in event.key else ''}alt+{key}")
    return None


def _click(stroke: Keystroke) -> MousePress | MouseWheel | None:
    x, y = stroke.mouse_xy
    match stroke.name:
        case "MOUSE_LEFT":
            return MousePress(x, y, "left")
        case "MOUSE_RIGHT":
            return MousePress(x, y, "right")
        case "MOUSE_SCROLL_UP" | "MOUSE_SCROLL_DOWN" as name:
            return MouseWheel(name == "MOUSE_SCROLL_UP")
        case _:
            return None


def _old_click(token: str) -> DisplayEvent | None:
    """Return the click of a button, a column and a row, each told by a character's number."""
    button, column, row = (ord(sign) - 0x20 for sign in token[len(_OLD_CLICK) :])
    return _pressed(f"{_ESC}[<{button};{column};{row}M")


def _key(stroke: Keystroke) -> KeyPress | None:
    key = key_of(str(stroke), stroke.name)
    return KeyPress(key) if key else None
