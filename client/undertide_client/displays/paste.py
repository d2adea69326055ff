"""The cleaning of pasted text before any screen sees it."""

from typing import Final

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
