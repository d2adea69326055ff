"""Text that is safe to show: no stranger's text may control a terminal."""

import unicodedata
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_CHAT, MAX_MARKS, MAX_NAME

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories to leave out: controls, formats (bidi, zero-width), surrogates, private use
and unassigned."""
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # joiner, fillers, empty vowels and braille
    "\u180b\u180c\u180d\u180f"  # Mongolian variation selectors
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))  # all others
)
"""Characters that Unicode counts as letters, marks or symbols but that show nothing. A name made
of them would be invisible, and one variation selector makes a character wider than its stated
width."""
SERVER_MARK = "◆"
"""The mark before the server's own lines of chat. No name and no chat of anybody has it."""
GHOST_MARK = "†"
"""The mark after the name of a speaker whose hero is dead."""
RESERVED_MARKS = frozenset(f":\ua789\u2236\u02d0\u05c3\u0589{GHOST_MARK}‡✝✞✟{SERVER_MARK}◇♦⬥⬦❖")
"""Marks that clients put before and after names, and their look-alikes. The colon ends a speaker's
name. Nobody's name has any of them."""
_MARKS = frozenset({"Mn", "Me"})
"""Categories of marks that take no width of their own and so can pile up."""


def clean(text: str, limit: int) -> str:
    """Return `text` as one line of at most `limit` printable characters, in Unicode's form NFC.

    The function removes controls, the first byte of escape codes, and bidi, zero-width and blank
    characters. White space becomes single spaces. Each character keeps at most `MAX_MARKS`
    combining marks; marks without a character go. Cleaning a clean text again changes nothing.
    """
    # Look at no more characters than the result could need, however long the text is.
    visible = "".join(_visible(character) for character in text[: limit * 4])
    # Normalise after removing characters: otherwise characters that stood apart could combine
    # later.
    normal = unicodedata.normalize("NFC", visible)
    return " ".join(_without_piles(normal).split())[:limit].rstrip()


def _visible(character: str) -> str:
    """Return the visible form of a character: itself, a space, or nothing."""
    if character.isspace():
        return " "
    hidden = character in BLANK or unicodedata.category(character) in _HIDDEN
    return "" if hidden else character


def _without_piles(text: str) -> str:
    """Return `text` with at most `MAX_MARKS` combining marks on each character."""
    kept: list[str] = []
    room = 0
    for character in text:
        if unicodedata.category(character) not in _MARKS:
            room = 0 if character == " " else MAX_MARKS
            kept.append(character)
        elif room > 0:
            room -= 1
            kept.append(character)
    return "".join(kept)


def clean_name(text: str) -> str:
    """Return `text` as a name, cleaned with `clean`.

    Raises BadTextError if the name is empty or too long, or begins with no letter or digit.
    """
    name = clean(text, MAX_NAME + 1)
    if not name:
        raise BadTextError("a name needs at least one visible character")
    if len(name) > MAX_NAME:
        raise BadTextError(f"a name has at most {MAX_NAME} characters")
    if unicodedata.category(name[0])[0] not in "LN":
        raise BadTextError("a name begins with a letter or digit")
    return name


def clean_chat(text: str) -> str:
    """Return `text` as a chat line, cleaned with `clean` and without the server's mark.

    Raises BadTextError if the line is empty or too long.
    """
    line = clean(text.replace(SERVER_MARK, ""), MAX_CHAT + 1)
    if not line:
        raise BadTextError("there is nothing to say")
    if len(line) > MAX_CHAT:
        raise BadTextError(f"a chat line has at most {MAX_CHAT} characters")
    return line


LETTERS: Final = ascii_lowercase + ascii_uppercase
"""Each letter stands for one thing, so a pack has no more lettered things than these."""
