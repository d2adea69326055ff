"""What pasted text becomes before any screen sees it."""

from typing import Final

MAX_PASTE: Final = 4096
"""Characters kept of one paste: far more than the longest line that anyone may say."""
MAX_UNTIDIED: Final = 2 * MAX_PASTE
"""Characters looked at: a paste from Windows has two for every line end."""


def tidy(text: str) -> str:
    """Return at most `MAX_PASTE` characters of `text`, line feeds its only control characters."""
    lines = text[:MAX_UNTIDIED].replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(each for each in lines if each == "\n" or each.isprintable())[:MAX_PASTE]
