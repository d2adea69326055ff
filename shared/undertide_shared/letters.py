"""The letters by which players choose things in lists."""

from string import ascii_lowercase, ascii_uppercase
from typing import Final

LETTERS: Final = ascii_lowercase + ascii_uppercase
"""Each letter stands for one thing, so a pack has no more lettered things than these."""
