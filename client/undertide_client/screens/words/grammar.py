"""The English grammar that texts for players need. Pure."""

from collections.abc import Sequence
from typing import Final

ENDS: Final = ".!?…"
"""The characters at which a sentence ends."""


def counted(number: int | str, one: str) -> str:
    """Return a number, or the text of one, with its noun: "1 floor", "2.5 turns"."""
    return f"{number} {one}" if str(number) == "1" else f"{number} {one}s"


def listed(words: Sequence[str]) -> str:
    """Return words as a list: "Ann", "Ann and Bob", "Ann, Bob and you"; empty for none."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def sentence_of(words: str) -> str:
    """Return words as a sentence, with a capital and a full stop; empty for none."""
    end = "" if not words or words[-1] in ENDS else "."
    return f"{words[:1].upper()}{words[1:]}{end}"
