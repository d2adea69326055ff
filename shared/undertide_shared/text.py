"""Text that is safe to show: what a stranger wrote must not steer anybody's terminal."""

import unicodedata

from undertide_shared.messages import MAX_CHAT, MAX_NAME

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories left out: controls, formats (bidi, zero-width), surrogates, private use,
unassigned, line and paragraph separators."""

MAX_MARKS = 2
"""Combining marks kept after one character: enough for every living script, too few to climb over
the lines above."""


class BadText(ValueError):
    """A name or chat line that can't be accepted. `reason` says why, to its writer."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def clean(text: str, limit: int) -> str:
    """Return `text` as one line of at most `limit` printable characters.

    Controls, escape codes' first byte, bidi and zero-width characters go; white space becomes
    single spaces; piled-up combining marks are cut to `MAX_MARKS`.
    """
    # Normalising can triple a text's length, so what can't fit is cut off first.
    normal = unicodedata.normalize("NFC", text[: limit * 4])
    kept: list[str] = []
    marks = 0
    for character in normal:
        if character.isspace():
            kept.append(" ")
            continue
        category = unicodedata.category(character)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if category not in _HIDDEN and marks <= MAX_MARKS:
            kept.append(character)
    return " ".join("".join(kept).split())[:limit].rstrip()


def clean_name(text: str) -> str:
    """Return `text` as a name, with `clean`. Raises BadText when nothing or too much is there."""
    name = clean(text, MAX_NAME + 1)
    if not name:
        raise BadText("a name needs at least one visible character")
    if len(name) > MAX_NAME:
        raise BadText(f"a name has at most {MAX_NAME} characters")
    if unicodedata.category(name[0])[0] not in "LN":
        raise BadText("a name begins with a letter or digit")
    return name


def clean_chat(text: str) -> str:
    """Return `text` as a chat line, with `clean`. Raises BadText when it is empty or long."""
    line = clean(text, MAX_CHAT + 1)
    if not line:
        raise BadText("there is nothing to say")
    if len(line) > MAX_CHAT:
        raise BadText(f"a chat line has at most {MAX_CHAT} characters")
    return line
