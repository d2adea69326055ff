"""A line of text while the player writes it. Pure."""

from dataclasses import dataclass
from typing import Final

from undertide_shared.text import clean

SPELLED: Final = {"space": " "}
"""Printable keys whose name is a word, with their character."""
NUMPAD: Final = {f"kp{digit}": str(digit) for digit in range(10)} | {
    "kp_period": ".",
    "kp_comma": ",",
    "kp_plus": "+",
    "kp_minus": "-",
    "kp_multiply": "*",
    "kp_divide": "/",
    "kp_equals": "=",
}


@dataclass(slots=True)
class TextField:
    """Text of at most `limit` characters, and the cursor as an index into it."""

    limit: int
    text: str = ""
    cursor: int = 0
    is_suggested: bool = False
    """Whether the text is only suggested: what is written replaces it, and other keys edit it."""

    def press(self, key: str) -> None:
        """Edit the text by a key. A key without a meaning here changes nothing."""
        character = SPELLED.get(key) or NUMPAD.get(key) or (key if len(key) == 1 else "")
        if character:
            self._give_way()
            self._insert(character)
        else:
            self._edit(key)

    def paste(self, text: str) -> None:
        """Insert text as one line, without characters that control a terminal."""
        self._give_way()
        room = self.limit - len(self.text)
        if room > 0:
            gap = " " if self.cursor and text[:1].isspace() else ""
            self._insert(gap + clean(text, room))

    def _give_way(self) -> None:
        """Remove a suggested text, since something else is written."""
        if self.is_suggested:
            self.text, self.cursor, self.is_suggested = "", 0, False

    def _insert(self, text: str) -> None:
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        fitting = text[: self.limit - len(self.text)]
        if fitting.isprintable():
            self.text = before + fitting + after
            self.cursor += len(fitting)

    def _edit(self, key: str) -> None:
        match key:
            case "backspace" | "ctrl+h":
                self._cut(self.cursor - 1, self.cursor)
            case "delete":
                self._cut(self.cursor, self.cursor + 1)
            case "ctrl+u":
                self._cut(0, self.cursor)
            case "ctrl+w":
                self._cut(self._word_start(), self.cursor)
            case _:
                self._move(key)

    def _move(self, key: str) -> None:
        targets = {
            "left": self.cursor - 1,
            "right": self.cursor + 1,
            "home": 0,
            "ctrl+a": 0,
            "end": len(self.text),
            "ctrl+e": len(self.text),
        }
        if key in targets:
            self.is_suggested = False
            self.cursor = min(len(self.text), max(0, targets[key]))

    def _cut(self, start: int, end: int) -> None:
        start = max(0, start)
        self.text = self.text[:start] + self.text[end:]
        self.cursor, self.is_suggested = start, False

    def _word_start(self) -> int:
        written = self.text[: self.cursor].rstrip()
        return written.rfind(" ") + 1
